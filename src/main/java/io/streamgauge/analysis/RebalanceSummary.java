package io.streamgauge.analysis;

import io.streamgauge.analysis.Rebalance.Span;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceCause.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What many rebalances of a group come to, taken in their order. Keeps no more than its limits. Not thread-safe. */
public final class RebalanceSummary {

    /** A process that is back later than this, or the next that leaves later, is no part of a rolling restart. */
    static final Duration ROUND = Duration.ofMinutes(10);

    /** How often an instance must come and go to be told. */
    private static final int FLAPS = 2;

    private static final int INSTANCES = 10_000;
    private static final int RESTARTS = 100;

    private int count;
    private @Nullable Span longest;
    private final Map<String, Comings> comings = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Comings> eldest) {
            return size() > INSTANCES;
        }
    };
    private final Deque<RollingRestart> restarts = new ArrayDeque<>();
    private final List<Round> rounds = new ArrayList<>();
    private final RollingReplacements replacements = new RollingReplacements(this::add);
    private @Nullable RebalanceCause left;
    private int leftIn;

    /**
     * A process, as it is known again after a restart: by its endpoint, else its process id, else its instance id, else the
     * member.
     */
    public record Instance(
            @Nullable Endpoint endpoint,
            @Nullable String processId,
            @Nullable String instanceId,
            @Nullable String memberId) {

        static Instance of(RebalanceCause cause) {
            boolean known = cause.endpoint() != null || cause.processId() != null || cause.instanceId() != null;
            return new Instance(
                    cause.endpoint(), cause.processId(), cause.instanceId(), known ? null : cause.memberId());
        }

        String key() {
            return endpoint != null
                    ? endpoint.host() + ":" + endpoint.port()
                    : processId != null ? processId : instanceId != null ? instanceId : String.valueOf(memberId);
        }
    }

    /**
     * One process that was stopped and started again, or replaced by another.
     *
     * @param backAt when it was back; when the other came, which may be before it left
     * @param leftIn number of the rebalance
     * @param replacedBy the other; null when the same came back
     */
    public record Round(
            Instance instance,
            Instant leftAt,
            Instant backAt,
            int leftIn,
            int backIn,
            @Nullable Instance replacedBy) {

        Instant begunAt() {
            return leftAt.isBefore(backAt) ? leftAt : backAt;
        }

        Instant endedAt() {
            return leftAt.isBefore(backAt) ? backAt : leftAt;
        }
    }

    /**
     * Processes that were stopped and started again, or replaced, one after another.
     *
     * @param rounds at least two, in the order of their ends
     */
    public record RollingRestart(List<Round> rounds) {

        public RollingRestart {
            rounds = List.copyOf(rounds);
        }

        public Instant begunAt() {
            return rounds.get(0).begunAt();
        }

        public Instant endedAt() {
            return rounds.get(rounds.size() - 1).endedAt();
        }
    }

    /** An instance that came and went again and again, its rounds of rolling restarts not counted. */
    public record Flapping(Instance instance, int came, int went) {}

    private static final class Comings {
        private final Instance instance;
        private int came;
        private int went;

        /** Whether it is there; null when nothing was seen of it yet. */
        private @Nullable Boolean here;

        private Comings(Instance instance) {
            this.instance = instance;
        }
    }

    /** Takes the next rebalance. */
    public void accept(Span span) {
        count++;
        Duration duration = span.duration();
        Duration record = longest == null ? null : longest.duration();
        if (duration != null && (record == null || duration.compareTo(record) > 0)) {
            longest = span;
        }
        span.causes().forEach(cause -> accept(span.number(), cause));
        replacements.settled(span.processes());
    }

    private void accept(int number, RebalanceCause cause) {
        // A thread of a process that stays is none that restarts.
        if (Boolean.FALSE.equals(cause.wholeProcess()) || (!cause.comes() && !cause.goes())) {
            return;
        }
        Instance instance = Instance.of(cause);
        boolean known = comings.containsKey(instance.key());
        Comings seen = comings.computeIfAbsent(instance.key(), key -> new Comings(instance));
        if (seen.here != null && seen.here == cause.comes()) {
            return;
        }
        replacements.accept(number, cause, instance, known);
        seen.here = cause.comes();
        if (cause.goes()) {
            seen.went++;
            boolean breaks = left != null
                    || (cause.kind() != Kind.LEFT && cause.kind() != Kind.GONE)
                    || (!rounds.isEmpty()
                            && Duration.between(rounds.get(rounds.size() - 1).backAt(), cause.at())
                                            .compareTo(ROUND)
                                    > 0);
            if (breaks) {
                endRestart();
            }
            left = cause;
            leftIn = number;
        } else {
            seen.came++;
            boolean isBack = left != null
                    && (left.kind() == Kind.LEFT || left.kind() == Kind.GONE)
                    && cause.kind() == Kind.JOINED
                    && Instance.of(left).key().equals(instance.key())
                    && Duration.between(left.at(), cause.at()).compareTo(ROUND) <= 0;
            if (!isBack || rounds.stream().anyMatch(r -> r.instance().key().equals(instance.key()))) {
                endRestart();
            }
            if (isBack && left != null) {
                rounds.add(new Round(instance, left.at(), cause.at(), leftIn, number, null));
            }
            left = null;
        }
    }

    private void endRestart() {
        RollingRestart restart = restart();
        if (restart != null) {
            add(restart);
            for (Round round : rounds) {
                Comings seen = comings.get(round.instance().key());
                if (seen != null) {
                    seen.came--;
                    seen.went--;
                }
            }
        }
        rounds.clear();
    }

    private void add(RollingRestart restart) {
        restarts.addLast(restart);
        if (restarts.size() > RESTARTS) {
            restarts.removeFirst();
        }
    }

    private @Nullable RollingRestart restart() {
        return rounds.size() < 2 ? null : new RollingRestart(rounds);
    }

    /** How many there were. */
    public int count() {
        return count;
    }

    /** Of those that were seen from their beginning to their end; null when none was. */
    public @Nullable Span longest() {
        return longest;
    }

    /** In the order of time, the latest hundred; one that may still go on included. */
    public List<RollingRestart> rollingRestarts() {
        List<RollingRestart> all = new ArrayList<>(restarts);
        RollingRestart last = restart();
        if (last != null) {
            all.add(last);
        }
        RollingRestart replacing = replacements.found();
        if (replacing != null) {
            all.add(replacing);
        }
        all.sort(Comparator.comparing(RollingRestart::begunAt));
        return all;
    }

    /** Those that came and went most often first. */
    public List<Flapping> flapping() {
        RollingRestart last = restart();
        List<Flapping> all = new ArrayList<>();
        for (Map.Entry<String, Comings> entry : comings.entrySet()) {
            int rolled = last == null
                    ? 0
                    : (int) last.rounds().stream()
                            .filter(r -> r.instance().key().equals(entry.getKey()))
                            .count();
            int came = entry.getValue().came - rolled;
            int went = entry.getValue().went - rolled;
            if (came >= FLAPS && went >= FLAPS) {
                all.add(new Flapping(entry.getValue().instance, came, went));
            }
        }
        all.sort(Comparator.comparingInt((Flapping f) -> f.came() + f.went())
                .reversed()
                .thenComparing(f -> f.instance().key()));
        return all;
    }
}
