package io.streamgauge.history.jpa;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.Tasks;
import io.streamgauge.group.TopicPartitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes a group that changes at random in every field: nulls, empties, extremes and text beyond ASCII. */
final class RandomGroups {

    private static final String[] TEXTS = {"", "a", "ünïcödé 日本", "it's \"quoted\"", "x/y z%2F", "\uD83D\uDE80"};

    private final Random random;
    private final String groupId;
    private final Map<String, Member> members = new TreeMap<>();
    private @Nullable List<MemberStatus> statuses = List.of();
    private @Nullable EndpointMap endpointMap;
    private @Nullable List<Subtopology> subtopologies;

    RandomGroups(long seed, String groupId) {
        random = new Random(seed);
        this.groupId = groupId;
    }

    /** The next state, which differs in a few things from the last. */
    GroupState next() {
        int edits = 1 + random.nextInt(3);
        for (int i = 0; i < edits; i++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    String id = "member-" + random.nextInt(6);
                    if (members.remove(id) == null) {
                        members.put(id, member(id));
                    }
                }
                case 1, 2 -> {
                    String id = "member-" + random.nextInt(6);
                    members.put(id, member(id));
                }
                case 3 -> statuses = maybe(statuses());
                case 4 -> endpointMap = random.nextInt(4) == 0 ? null : endpointMap();
                default -> subtopologies = random.nextInt(4) == 0 ? null : subtopologies();
            }
        }
        return new GroupState(
                groupId,
                pick(StreamsGroupState.values()),
                pick(StateSource.values()),
                maybe(random.nextInt()),
                maybe(random.nextInt()),
                maybe(random.nextInt()),
                maybe(text()),
                maybe(text()),
                List.copyOf(members.values()),
                statuses,
                endpointMap,
                subtopologies);
    }

    private Member member(String id) {
        return new Member(
                id,
                maybe(pick(-2, 0, 1, Integer.MAX_VALUE)),
                maybe(text()),
                maybe(text()),
                maybe(text()),
                maybe(text()),
                maybe(text()),
                maybe(random.nextInt()),
                maybe(endpoint()),
                maybe(tags()),
                maybe(random.nextBoolean()),
                random.nextBoolean(),
                random.nextBoolean(),
                maybe(random.nextInt()),
                maybe(random.nextInt()),
                maybe(random.nextLong()),
                maybe(random.nextInt()),
                tasks(),
                tasks(),
                tasks());
    }

    private Tasks tasks() {
        return new Tasks(maybe(taskList()), maybe(taskList()), maybe(taskList()));
    }

    private List<TaskId> taskList() {
        List<TaskId> tasks = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            tasks.add(new TaskId(pick("0", "1", "10", "named_sub"), pick(0, 1, 5, Integer.MAX_VALUE)));
        }
        return tasks;
    }

    private List<MemberStatus> statuses() {
        Map<String, MemberStatus> open = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            MemberStatus status = new MemberStatus(
                    "member-" + random.nextInt(3), pick(-128, 0, 5, 9, 127), random.nextBoolean() ? text() : null);
            open.put(status.toString(), status);
        }
        return open.values().stream().sorted().toList();
    }

    private EndpointMap endpointMap() {
        List<EndpointPartitions> entries = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            entries.add(new EndpointPartitions(endpoint(), maybe(topics()), maybe(topics()), topics()));
        }
        return new EndpointMap(maybe(random.nextInt(100)), pick(EndpointMap.Source.values()), entries);
    }

    private List<TopicPartitions> topics() {
        List<TopicPartitions> topics = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            topics.add(new TopicPartitions("topic-" + i, List.of(random.nextInt(9), Integer.MAX_VALUE)));
        }
        return topics;
    }

    private List<Subtopology> subtopologies() {
        List<Subtopology> all = new ArrayList<>();
        for (String id : List.of("0", "1", "10")) {
            if (random.nextBoolean()) {
                all.add(new Subtopology(
                        id,
                        maybe(List.of(0, random.nextInt(1, 9))),
                        maybe(List.of(text())),
                        maybe(List.of()),
                        maybe(List.of(text(), text())),
                        maybe(List.of()),
                        maybe(List.of(text()))));
            }
        }
        return all;
    }

    private Map<String, String> tags() {
        Map<String, String> tags = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            tags.put("tag" + i, text());
        }
        return tags;
    }

    private Endpoint endpoint() {
        return new Endpoint(pick("host-a", "host-b", "2001:db8::1"), pick(0, 8081, 65535));
    }

    private String text() {
        return pick(TEXTS);
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }
}
