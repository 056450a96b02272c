package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a replay says of an instant is what the same broker's own description of the group said at that instant. */
@IntegrationTest
class ReplayAgreesWithDescribeIT {

    private static final Logger log = LoggerFactory.getLogger(ReplayAgreesWithDescribeIT.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration MARGIN = Duration.ofMillis(1_500);

    @LocalServerPort
    private int port;

    /** Members, their epochs and assignments: all that both sources know. */
    private record MemberFacts(int epoch, List<String> active, List<String> standby, List<String> warmup) {}

    @ParameterizedTest
    @CsvSource({"4.4.0-orders, 10s, 10", "4.4.0-statuses, PT10S, 7", "4.2.2-ledger, 45s, 2"})
    void everyQuietInstantOfARecordingShowsTheMembersEpochsAndTasksThatDescribeShowed(
            String recording, String sessionTimeout, int spellsInFile) {
        ApiClient api = new ApiClient(port);
        JsonNode replayed = api.replay(
                Recordings.bytes("broker-request-" + recording + ".log"),
                recording + ".log",
                Map.of("sessionTimeout", sessionTimeout));
        assertThat(replayed.get("status").asString()).isEqualTo("COMPLETED");
        String groups = "/api/v1/clusters/" + replayed.get("cluster").asString() + "/streams-groups/";

        int spells = 0;
        int instants = 0;
        int comparisons = 0;
        Instant before = null;
        Map<String, JsonNode> described = new HashMap<>();
        for (String line : Recordings.lines("broker-describe-" + recording + ".jsonl")) {
            JsonNode poll = JSON.readTree(line);
            Instant at = Instant.ofEpochMilli(poll.get("ts").asLong());
            if (before != null && Duration.between(before, at).compareTo(QUIET) >= 0) {
                spells++;
                for (Instant instant : within(before, at)) {
                    instants++;
                    for (JsonNode group : described.values()) {
                        comparisons++;
                        String groupId = group.get("groupId").asString();
                        assertThat(replayed(api, groups + ApiClient.segment(groupId) + "?at=" + instant))
                                .as("%s of %s at %s", groupId, recording, instant)
                                .isEqualTo(described(group));
                    }
                }
            }
            before = at;
            poll.get("groups")
                    .forEach(group -> described.put(group.get("groupId").asString(), group));
        }
        log.info("{}: compared {} groups at {} instants in {} quiet spells", recording, comparisons, instants, spells);
        assertThat(spells).isEqualTo(spellsInFile);
    }

    /** The middle of a quiet spell and every second of it but the first and the last, in which describe may lag. */
    private static List<Instant> within(Instant from, Instant to) {
        List<Instant> instants = new ArrayList<>();
        instants.add(from.plus(Duration.between(from, to).dividedBy(2)));
        for (Instant t = from.plus(MARGIN); t.isBefore(to.minus(MARGIN)); t = t.plusSeconds(1)) {
            instants.add(t);
        }
        return instants;
    }

    private static Map<String, MemberFacts> described(JsonNode group) {
        Map<String, MemberFacts> members = new TreeMap<>();
        for (JsonNode member : group.get("members")) {
            members.put(
                    member.get("memberId").asString(),
                    facts(member.get("memberEpoch").asInt(), member.get("current")));
        }
        return members;
    }

    private static Map<String, MemberFacts> replayed(ApiClient api, String path) {
        Map<String, MemberFacts> members = new TreeMap<>();
        for (JsonNode member : api.ok(path).get("members")) {
            members.put(
                    member.get("memberId").asString(),
                    facts(member.get("memberEpoch").asInt(), member.get("assigned")));
        }
        return members;
    }

    private static MemberFacts facts(int epoch, JsonNode view) {
        return new MemberFacts(epoch, texts(view.get("active")), texts(view.get("standby")), texts(view.get("warmup")));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
