package io.streamgauge.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamgauge.group.Condition;
import io.streamgauge.group.TaskId;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportReaderTests {

    private static final String DOCUMENT = """
            {"format":"streamgauge/export","version":1,
            "cluster":{"name":"c","kind":"RECORDING","createdAt":"2026-11-29T22:00:00Z"},
            "recording":{"format":"broker-request-log","status":"COMPLETED","failure":null,"bytesTotal":5,"bytesRead":5,"lines":3,"heartbeats":2,"snapshotCount":2,"skipped":{"other-api":1},"errors":[{"line":2,"message":"bad"}],"timeZone":"UTC","date":null,"sessionTimeoutMs":45000,"firstHeartbeatAt":null,"lastHeartbeatAt":null,"startedAt":null,"finishedAt":null},
            "from":null,"to":null,
            "groups":[
            {"groupId":"g","observedAt":"2026-11-29T22:00:09Z","snapshots":[
            {"version":4,"at":"2026-11-29T22:00:01Z","source":"HEARTBEAT","state":"STABLE","stateSource":"DERIVED","groupEpoch":null,"assignmentEpoch":null,"topologyEpoch":null,"assignor":null,"coordinator":null,"members":[{"memberId":"m","memberEpoch":3,"instanceId":null,"rackId":null,"clientId":null,"clientHost":null,"processId":"p","topologyEpoch":0,"endpoint":{"host":"h","port":80},"clientTags":{"zone":"a"},"classic":null,"away":false,"fenced":false,"lastHeartbeatAt":"2026-11-29T22:00:08Z","heartbeatIntervalMs":null,"taskOffsetIntervalMs":null,"acceptableRecoveryLag":9007199254740993,"throttleTimeMs":null,"owned":null,"assigned":{"active":["0_1"],"standby":[],"warmup":null},"target":null}],"statuses":[{"memberId":"m","code":1,"detail":"no topic","openedAt":"2026-11-29T22:00:00Z","lastSeenAt":"2026-11-29T22:00:05Z"}],"endpointMap":{"informationEpoch":2,"source":"HEARTBEAT","endpoints":[{"host":"h","port":80,"active":[{"topic":"t","partitions":[1]}],"standby":null,"partitions":[{"topic":"t","partitions":[1]}]}]},"subtopologies":[{"subtopologyId":"0","partitions":[1,0],"sourceTopics":["t"],"sourceTopicRegex":null,"repartitionSourceTopics":null,"repartitionSinkTopics":null,"changelogTopics":null}],"changes":["it began"],"conditions":[{"code":"SOURCE_TOPIC_MISSING","kind":"GROUP","subject":null,"since":"2026-11-29T21:59:00Z"},{"code":"TASKS_UNEVEN","kind":"GROUP","subject":null,"since":"2026-11-29T21:00:00Z"}]},
            {"version":5,"at":"2026-11-29T22:00:02Z","source":"HEARTBEAT","state":"EMPTY","stateSource":"DERIVED","groupEpoch":null,"assignmentEpoch":null,"topologyEpoch":null,"assignor":null,"coordinator":null,"members":[],"statuses":[],"endpointMap":null,"subtopologies":null,"changes":[],"conditions":null}],
            "errors":[
            {"memberId":"m","instanceId":null,"code":-1,"message":null,"sentMemberEpoch":0,"knownMemberEpoch":null,"firstAt":"2026-11-29T22:00:01Z","lastAt":"2026-11-29T22:00:03Z","count":2}],
            "silences":[
            {"memberId":"m","heardAt":"2026-11-29T22:00:02Z","endedAt":"2026-11-29T22:00:07Z","heartbeatIntervalMs":1000},
            {"memberId":"m","heardAt":"2026-11-29T22:00:07Z","endedAt":"2026-11-29T22:00:08Z","heartbeatIntervalMs":null}],
            "taskOffsets":[
            {"memberId":"m","at":"2026-11-29T22:00:04Z","offsets":[{"taskId":"0_1","offset":7,"endOffset":9223372036854775807}]}],
            "configs":[
            {"readAt":"2026-11-29T22:00:03Z","settings":{"streams.num.standby.replicas":{"value":"1","own":true,"since":"2026-11-29T21:00:00Z"}}},
            {"readAt":"2026-11-29T22:00:06Z","settings":{}}]}]}
            """;

    /** What was handed over. */
    private static final class Taken implements ExportReader.Content {

        private final List<String> groups = new ArrayList<>();
        private final List<NewSnapshot> snapshots = new ArrayList<>();
        private final List<ErrorRun> errors = new ArrayList<>();
        private final List<Silence> silences = new ArrayList<>();
        private final List<OffsetReport> offsets = new ArrayList<>();
        private final List<GroupConfigs> configs = new ArrayList<>();

        @Override
        public void group(String groupId, Instant observedAt) {
            groups.add(groupId + " " + observedAt);
        }

        @Override
        public void snapshot(NewSnapshot snapshot, long bytes) {
            snapshots.add(snapshot);
        }

        @Override
        public void error(ErrorRun run, long bytes) {
            errors.add(run);
        }

        @Override
        public void silence(Silence silence, long bytes) {
            silences.add(silence);
        }

        @Override
        public void offsets(OffsetReport report, long bytes) {
            offsets.add(report);
        }

        @Override
        public void configs(GroupConfigs read, long bytes) {
            configs.add(read);
        }

        @Override
        public void groupEnd() {
            groups.add("end");
        }
    }

    private static Taken read(String document) {
        Taken taken = new Taken();
        ExportReader.read(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), taken);
        return taken;
    }

    private static void refused(String document, String... says) {
        assertThatThrownBy(() -> read(document))
                .isInstanceOf(InvalidExportException.class)
                .message()
                .contains(says);
    }

    private static String with(String part, String instead) {
        assertThat(DOCUMENT).contains(part);
        return DOCUMENT.replaceFirst(
                java.util.regex.Pattern.quote(part), java.util.regex.Matcher.quoteReplacement(instead));
    }

    @Test
    void handsOverEverythingInItsOrder() {
        Taken taken = read(DOCUMENT);
        assertThat(taken.groups).containsExactly("g 2026-11-29T22:00:09Z", "end");
        NewSnapshot first = taken.snapshots.get(0);
        assertThat(first.restored().version()).isEqualTo(4);
        assertThat(first.restored().lastHeartbeatAt()).containsEntry("m", Instant.parse("2026-11-29T22:00:08Z"));
        assertThat(first.state().members().get(0).acceptableRecoveryLag()).isEqualTo(9007199254740993L);
        assertThat(first.state().members().get(0).assigned().active()).containsExactly(TaskId.parse("0_1"));
        assertThat(first.state().members().get(0).assigned().warmup()).isNull();
        assertThat(first.state().subtopologies().get(0).partitions()).containsExactly(0, 1);
        assertThat(taken.snapshots.get(1).state().endpointMap()).isNull();
        assertThat(taken.errors).hasSize(1);
        assertThat(taken.silences)
                .containsExactly(
                        new Silence(
                                "m",
                                Instant.parse("2026-11-29T22:00:02Z"),
                                Instant.parse("2026-11-29T22:00:07Z"),
                                1_000),
                        new Silence(
                                "m",
                                Instant.parse("2026-11-29T22:00:07Z"),
                                Instant.parse("2026-11-29T22:00:08Z"),
                                null));
        assertThat(taken.offsets.get(0).offsets().get(0).endOffset()).isEqualTo(Long.MAX_VALUE);
        Instant since = Instant.parse("2026-11-29T21:00:00Z");
        assertThat(taken.configs)
                .containsExactly(
                        new GroupConfigs(
                                Instant.parse("2026-11-29T22:00:03Z"),
                                Map.of("streams.num.standby.replicas", new GroupConfigs.Value("1", true, since))),
                        new GroupConfigs(Instant.parse("2026-11-29T22:00:06Z"), Map.of()));
    }

    @Test
    void aDocumentOfBeforeConfigsAndSilencesWereKeptHasNone() {
        int silences = DOCUMENT.indexOf("\"silences\"");
        int offsets = DOCUMENT.indexOf("\"taskOffsets\"");
        int configs = DOCUMENT.indexOf(",\n\"configs\"");
        Taken taken = read(DOCUMENT.substring(0, silences) + DOCUMENT.substring(offsets, configs) + "}]}");
        assertThat(taken.configs).isEmpty();
        assertThat(taken.silences).isEmpty();
        assertThat(taken.groups).containsExactly("g 2026-11-29T22:00:09Z", "end");
    }

    @Test
    void whatAStateShowsBeganWhenTheDocumentSaysAndWhatItDoesNotShowIsNotThere() {
        Taken taken = read(DOCUMENT);
        List<Condition> shown = taken.snapshots.get(0).insight().conditions();
        assertThat(shown).extracting(Condition::code).containsExactly("SOURCE_TOPIC_MISSING", "TASK_UNOWNED");
        assertThat(shown)
                .extracting(Condition::since)
                .containsExactly(Instant.parse("2026-11-29T21:59:00Z"), Instant.parse("2026-11-29T22:00:01Z"));
        assertThat(shown.get(0).evidence()).containsEntry("detail", "no topic");
        assertThat(taken.snapshots.get(1).insight().conditions()).isEmpty();
    }

    @Test
    void passesUnknownFieldsOver() {
        Taken taken = read(with(
                        "\"from\":null",
                        "\"later\":{\"a\":[1,{\"b\":\"" + "x".repeat(2_000_000) + "\"}]},\"from\":null")
                .replace("\"memberId\":\"m\",\"memberEpoch\"", "\"shoe\":[[]],\"memberId\":\"m\",\"memberEpoch\""));
        assertThat(taken.snapshots).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"version\":1, | \"version\":2, | has version 2; this Streamgauge reads version 1; update it",
                "\"version\":1, | \"version\":0, | the first was 1",
                "streamgauge/export | other/export | no export of Streamgauge",
                "\"format\":\"streamgauge/export\",\"version\":1, | \"a\":1, | no export of Streamgauge",
                "\"memberEpoch\":3 | \"memberEpoch\":5000000000 | groups[0].snapshots[0].members[0].memberEpoch (line 7, column 242) is 5000000000",
                "\"memberEpoch\":3 | \"memberEpoch\":3.0 | memberEpoch",
                "\"memberEpoch\":3 | \"memberEpoch\":\"3\" | is a text, where a whole number is expected",
                "\"memberEpoch\":3, |  `` | snapshots[0].members[0].memberEpoch",
                "\"memberEpoch\":3 | \"memberEpoch\":3,\"memberEpoch\":4 | is there twice",
                "9007199254740993 | 9223372036854775808 | not between",
                "\"0_1\"] | \"one\"] | members[0].assigned.active[0]",
                "\"away\":false | \"away\":null | is null, where true or false is expected",
                "\"port\":80 | \"port\":70000 | endpoint.port",
                "\"state\":\"STABLE\" | \"state\":\"SLEEPY\" | 'SLEEPY', which is not one of EMPTY",
                "\"version\":5 | \"version\":6 | groups[0].snapshots[1].version",
                "\"at\":\"2026-11-29T22:00:02Z\" | \"at\":\"2026-11-29T21:00:02Z\" | snapshots[1].at",
                "\"at\":\"2026-11-29T22:00:02Z\" | \"at\":\"yesterday\" | 'yesterday', which is no instant",
                "\"observedAt\":\"2026-11-29T22:00:09Z\" | \"observedAt\":\"2026-11-29T22:00:00Z\" | behind the group's observedAt",
                "\"openedAt\":\"2026-11-29T22:00:00Z\" | \"openedAt\":\"2026-11-29T22:00:04Z\" | after the snapshot",
                "\"lastSeenAt\":\"2026-11-29T22:00:05Z\" | \"lastSeenAt\":\"2026-11-29T21:00:05Z\" | statuses[0].lastSeenAt",
                "\"code\":1 | \"code\":40000 | statuses[0].code",
                "\"count\":2 | \"count\":0 | errors[0].count",
                "\"firstAt\":\"2026-11-29T22:00:01Z\" | \"firstAt\":\"2026-11-29T22:00:04Z\" | before firstAt",
                "\"endedAt\":\"2026-11-29T22:00:08Z\" | \"endedAt\":\"2026-11-29T22:00:07Z\" | which is not after heardAt, 2026-11-29T22:00:07Z",
                "22:00:07Z\",\"heartbeatIntervalMs\":1000 | 22:00:09Z\",\"heartbeatIntervalMs\":1000 | before that of the silence before it",
                "\"heartbeatIntervalMs\":1000 | \"heartbeatIntervalMs\":true | silences[0].heartbeatIntervalMs",
                "\"offset\":7 | \"offset\":true | taskOffsets[0].offsets[0].offset",
                "\"own\":true | \"own\":1 | configs[0].settings",
                "22:00:06Z\",\"settings | 22:00:03Z\",\"settings | which is not after that of the configs before",
                "21:00:00Z\"}} | 22:00:04Z\"}} | after readAt",
                "{\"taskId\":\"0_1\" | {\"taskId\":\"0_1\",\"offset\":1,\"endOffset\":1},{\"taskId\":\"0_1\" | the same one twice: 0_1",
                "\"timeZone\":\"UTC\" | \"timeZone\":\"Mars\" | recording.timeZone",
                "\"partitions\":[1,0] | \"partitions\":[-1] | subtopologies[0].partitions[0]",
                "\"groupId\":\"g\" | \"groupId\":\"\\u0000\" | groups[0].groupId",
                "\"groupId\":\"g\" | \"groupId\":\"\\ud800\" | half a character",
                "\"groupId\":\"g\",\"observedAt\":\"2026-11-29T22:00:09Z\", | `` | comes before groupId",
                "\"groups\":[ | \"groups\":{ | groups (line 5",
                "\"from\":null | from:null | no JSON at line 4, column"
            })
    void namesThePlaceOfWhatIsWrong(String part, String instead, String says) {
        refused(with(part, instead), says);
    }

    @Test
    void nothingFollowsTheLastBrace() {
        refused(DOCUMENT + "{}", "followed by something");
        refused(DOCUMENT + "}", "no JSON");
    }

    @Test
    void aGroupIsThereOnceAndGroupsAreSorted() {
        String group = DOCUMENT.substring(DOCUMENT.indexOf("{\"groupId\""), DOCUMENT.lastIndexOf("]}"));
        refused(with("{}}]}]}\n", "{}}]},\n" + group + "]}"), "groups[1].groupId", "each group is there once");
        refused(
                with("{}}]}]}\n", "{}}]},\n" + group.replace("\"g\"", "\"a\"") + "]}"),
                "groups[1].groupId",
                "the order of their ids");
        assertThat(read(with("{}}]}]}\n", "{}}]},\n" + group.replace("\"g\"", "\"h\"") + "]}")).groups)
                .hasSize(4);
    }

    @Test
    void whereverItEndsItIsIncomplete() {
        String whole = DOCUMENT.strip();
        for (int end = 1; end < whole.length(); end += 13) {
            String cut = whole.substring(0, end);
            assertThatThrownBy(() -> read(cut))
                    .as("%d", end)
                    .isInstanceOf(InvalidExportException.class)
                    .hasMessageContaining("incomplete");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n",
                "hello",
                "[1]",
                "[2026-11-29 22:22:53,100] DEBUG Completed request:{}",
                "\u0000\u0001"
            })
    void whatIsNoObjectIsNoExport(String document) {
        assertThatThrownBy(() -> read(document)).isInstanceOf(InvalidExportException.class);
    }

    @Test
    void nestingThatIsTooDeepIsRefused() {
        refused(
                with("\"from\":null", "\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + ",\"from\":null"),
                "x (line 4",
                "levels deep");
        refused(with("\"from\":null", "\"from\":" + "{\"a\":".repeat(10_000)), "from (line 4");
    }

    @Test
    void aTextThatIsTooLongIsRefused() {
        refused(with("\"groupId\":\"g\"", "\"groupId\":\"" + "g".repeat(40_000) + "\""), "groups[0].groupId", "32767");
        refused(
                with("\"groupId\":\"g\"", "\"groupId\":\"" + "g".repeat(2_000_000) + "\""),
                "groups[0].groupId",
                "too long");
        refused(
                with("\"memberEpoch\":3", "\"memberEpoch\":" + "3".repeat(5_000)),
                "snapshots[0].members[0]",
                "too long");
        String many = "\"changes\":[" + "\"a change\",".repeat(100_000) + "\"it began\"]";
        refused(with("\"changes\":[\"it began\"]", many), "snapshots[0].changes", "fits");
    }

    @Test
    void aSnapshotThatNeverEndsCostsNoMoreThanItsLimit() {
        String head = DOCUMENT.substring(0, DOCUMENT.indexOf("\"0_1\"]"));
        byte[] tasks = ("\"" + "0".repeat(30_000) + "_1\",").getBytes(StandardCharsets.UTF_8);
        InputStream endless = new SequenceInputStream(Collections.enumeration(Stream.concat(
                        Stream.of(head.getBytes(StandardCharsets.UTF_8)),
                        Stream.generate(() -> tasks).limit(2_000))
                .map(ByteArrayInputStream::new)
                .toList()));
        assertThatThrownBy(() -> ExportReader.read(endless, new Taken()))
                .isInstanceOf(InvalidExportException.class)
                .hasMessageContaining("groups[0].snapshots[0].members[0].assigned.active (line 7")
                .hasMessageContaining("too large");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        byte[] latin = with("\"groupId\":\"g\"", "\"groupId\":\"é\"").getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> ExportReader.read(new ByteArrayInputStream(latin), new Taken()))
                .isInstanceOf(InvalidExportException.class)
                .hasMessageContaining("groups[0]");
    }
}
