package io.streamgauge.heartbeat;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TopicPartitions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeats of a few groups whose members join, leave, go away, are refused and fall silent, with any value that
 * the messages can hold in their fields. The same seed makes the same heartbeats.
 */
public final class RandomExchanges extends RandomValues {

    private static final List<String> GROUPS = List.of("orders", "a/b c%2F é", "😀");
    private static final List<String> MEMBERS = List.of("m-1", "m-2", "m-3", "M 4 日本", "");
    private static final List<String> INSTANCES = List.of("i-1", "i-2");
    private static final List<String> SUBTOPOLOGIES = List.of("0", "1", "10", "named_é");
    private static final List<Integer> PARTITIONS = List.of(0, 1, 2, Integer.MAX_VALUE);
    private static final List<Integer> EPOCHS = List.of(1, 2, 3);
    private static final List<Integer> STATUS_CODES = List.of(-128, 0, 1, 3, 5, 9, 127);
    private static final List<Integer> ERRORS = List.of(25, 25, 110, 110, 82, 14, 14, 15, 16, -1, 42, 32_767);
    private static final List<String> HOSTS = List.of("host-a", "host-b", "2001:db8::1");

    private Instant now = Instant.parse("2026-11-29T22:00:00.123456Z");

    /** Last answered, by group and member. */
    private final Map<String, Integer> epochs = new HashMap<>();

    public RandomExchanges(long seed) {
        super(new Random(seed));
    }

    /** The next heartbeat; now and then it is stamped a little before the last. */
    public HeartbeatExchange next() {
        now = now.plusNanos(1_000L * micros());
        String group = GROUPS.get(Math.min(random.nextInt(5), random.nextInt(GROUPS.size())));
        String member = pick(MEMBERS);
        String name = group + '\n' + member;
        Integer epoch = epochs.get(name);
        int action = random.nextInt(40);
        if (epoch == null ? action < 36 : action < 3) {
            epochs.put(name, pick(EPOCHS));
            return exchange(group, member, request(HeartbeatRequest.JOIN), answer(epochs.get(name)));
        }
        int known = epoch == null ? pick(EPOCHS) : epoch;
        if (action < 6) {
            epochs.remove(name);
            boolean leaves = random.nextBoolean();
            int farewell = leaves ? HeartbeatRequest.LEAVE : HeartbeatRequest.AWAY;
            return exchange(group, member, request(farewell), either(answer(farewell)));
        }
        if (action < 9) {
            int code = pick(ERRORS);
            if (code == 25) {
                epochs.remove(name);
            }
            return exchange(group, member, either(request(known)), refusal(code));
        }
        if (action < 11) {
            return exchange(group, member, request(random.nextInt(3) == 0 ? HeartbeatRequest.JOIN : known), null);
        }
        int answered = random.nextInt(5) == 0 ? random.nextInt(20) == 0 ? int32() : pick(EPOCHS) : known;
        epochs.put(name, answered);
        return exchange(group, member, random.nextInt(8) == 0 ? null : request(known), answer(answered));
    }

    /** How long until the next heartbeat; some members are silent beyond any session timeout then. */
    private int micros() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2 -> 0;
            case 3 -> -random.nextInt(4_000_000);
            case 4 -> random.nextInt(60_000_000);
            case 5 -> 45_000_000;
            default -> 1_000 * random.nextInt(5_000);
        };
    }

    private HeartbeatExchange exchange(
            String group, String member, @Nullable HeartbeatRequest request, @Nullable HeartbeatResponse response) {
        return new HeartbeatExchange(
                now,
                group,
                member,
                orNull(() -> "client-of-" + member),
                seldom(this::text),
                request,
                request == null && response == null ? refusal(14) : response);
    }

    private HeartbeatRequest request(int epoch) {
        boolean joins = epoch == HeartbeatRequest.JOIN;
        return new HeartbeatRequest(
                epoch,
                random.nextInt(3) == 0 ? pick(INSTANCES) : null,
                seldom(this::text),
                joins || random.nextInt(10) == 0 ? orNull(this::topology) : null,
                sometimes(this::tasks),
                sometimes(this::tasks),
                sometimes(this::tasks),
                joins ? orNull(() -> "process-" + random.nextInt(3)) : seldom(this::text),
                seldom(this::endpoint),
                seldom(() -> {
                    Map<String, String> tags = new HashMap<>();
                    list(this::text).forEach(key -> tags.put(key, text()));
                    return tags;
                }),
                sometimes(this::offsets),
                sometimes(this::offsets),
                random.nextInt(20) == 0);
    }

    private HeartbeatResponse answer(int epoch) {
        return new HeartbeatResponse(
                seldom(this::int32),
                0,
                null,
                null,
                epoch,
                seldom(this::int32),
                seldom(this::int64),
                seldom(this::int32),
                random.nextInt(4) == 0 ? sometimes(() -> list(this::status)) : random.nextBoolean() ? List.of() : null,
                sometimes(this::tasks),
                sometimes(this::tasks),
                sometimes(this::tasks),
                orNull(() -> random.nextInt(20) == 0 ? int32() : random.nextInt(6)),
                seldom(() -> list(this::endpointPartitions)));
    }

    private HeartbeatResponse refusal(int code) {
        String message = random.nextBoolean()
                ? orNull(this::text)
                : "smaller than the epoch known by the group coordinator (" + int32() + ")";
        return new HeartbeatResponse(0, code, message, "", 0, 0, null, 0, null, null, null, null, 0, null);
    }

    private HeartbeatRequest.Topology topology() {
        List<Subtopology> all = new ArrayList<>();
        for (String id : SUBTOPOLOGIES) {
            if (random.nextInt(3) > 0) {
                all.add(new Subtopology(
                        id,
                        null,
                        orNull(() -> List.of("source-" + random.nextInt(2))),
                        orNull(() -> list(this::text)),
                        orNull(List::of),
                        orNull(() -> list(this::name)),
                        orNull(List::of)));
            }
        }
        return new HeartbeatRequest.Topology(random.nextInt(10) == 0 ? int32() : random.nextInt(3), all);
    }

    private List<TaskId> tasks() {
        return list(this::task);
    }

    private TaskId task() {
        return new TaskId(pick(SUBTOPOLOGIES), pick(PARTITIONS));
    }

    private Map<TaskId, Long> offsets() {
        Map<TaskId, Long> offsets = new HashMap<>();
        tasks().forEach(task -> offsets.put(task, int64()));
        return offsets;
    }

    private HeartbeatResponse.Status status() {
        return new HeartbeatResponse.Status(
                pick(STATUS_CODES),
                switch (random.nextInt(4)) {
                    case 0 -> null;
                    case 1 -> "";
                    case 2 -> "Source topics é are missing.";
                    default -> text();
                });
    }

    private EndpointPartitions endpointPartitions() {
        return new EndpointPartitions(
                endpoint(),
                orNull(() -> list(this::topicPartitions)),
                orNull(() -> list(this::topicPartitions)),
                list(this::topicPartitions));
    }

    private TopicPartitions topicPartitions() {
        return new TopicPartitions(name(), list(this::partition));
    }

    private Endpoint endpoint() {
        return new Endpoint(pick(HOSTS), port());
    }

    private <T> @Nullable T either(T value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    private <T> @Nullable T sometimes(Supplier<T> value) {
        return random.nextInt(3) == 0 ? value.get() : null;
    }

    private <T> @Nullable T seldom(Supplier<T> value) {
        return random.nextInt(12) == 0 ? value.get() : null;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
