package io.streamgauge.api;

import io.streamgauge.analysis.Rebalance.Holder;
import io.streamgauge.analysis.Rebalance.Span;
import io.streamgauge.analysis.RebalanceSummary.Instance;
import io.streamgauge.history.Slice;
import io.streamgauge.query.RebalanceQueries;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes what the API answers of rebalances. */
final class RebalanceRepresentations {

    private RebalanceRepresentations() {}

    static RebalancePage page(RebalanceQueries.Told told) {
        Slice<io.streamgauge.analysis.Rebalance> slice = told.page();
        return new RebalancePage(
                slice.items().stream().map(RebalanceRepresentations::rebalance).toList(),
                slice.page(),
                slice.size(),
                slice.total(),
                summary(told));
    }

    static Map<Long, RebalancesByHour> byHour(RebalanceQueries.ByHour begun) {
        Map<Long, RebalancesByHour> byHour = new HashMap<>();
        begun.counts().forEach((group, counts) -> byHour.put(group, new RebalancesByHour(begun.from(), counts)));
        return byHour;
    }

    private static RebalanceSummary summary(RebalanceQueries.Told told) {
        Span longest = told.summary().longest();
        return new RebalanceSummary(
                told.from(),
                told.to(),
                told.summary().count(),
                told.perHour(),
                longest == null ? null : longest.number(),
                longest == null ? null : millis(longest.duration()),
                told.summary().rollingRestarts().stream()
                        .map(restart -> new RollingRestart(
                                restart.begunAt(),
                                restart.endedAt(),
                                restart.rounds().stream()
                                        .map(r -> new RestartRound(
                                                instance(r.instance()),
                                                r.leftAt(),
                                                r.backAt(),
                                                r.leftIn(),
                                                r.backIn(),
                                                r.replacedBy() == null ? null : instance(r.replacedBy())))
                                        .toList()))
                        .toList(),
                told.summary().flapping().stream()
                        .map(f -> new FlappingInstance(instance(f.instance()), f.came(), f.went()))
                        .toList());
    }

    private static RebalanceInstance instance(Instance instance) {
        return new RebalanceInstance(
                Representations.endpoint(instance.endpoint()),
                instance.processId(),
                instance.instanceId(),
                instance.memberId());
    }

    private static Rebalance rebalance(io.streamgauge.analysis.Rebalance r) {
        Span span = r.span();
        return new Rebalance(
                span.number(),
                span.begunAt(),
                span.begunAfter(),
                span.settledAt(),
                millis(span.duration()),
                span.firstVersion(),
                span.lastVersion(),
                r.epochBefore(),
                r.epochAfter(),
                r.causes().get(0).kind(),
                r.causes().stream().map(RebalanceRepresentations::cause).toList(),
                r.moves().stream()
                        .map(m -> new TaskMove(
                                m.task().toString(), Representations.lower(m.role()), holder(m.from()), holder(m.to())))
                        .toList(),
                r.gaps() == null
                        ? null
                        : r.gaps().stream()
                                .map(g -> new TaskGap(
                                        g.task().toString(),
                                        g.from(),
                                        g.to(),
                                        g.to() == null ? null : millis(Duration.between(g.from(), g.to()))))
                                .toList(),
                r.heldUpBy().stream()
                        .map(h -> new HoldUp(known(h.member()), h.behind().toMillis()))
                        .toList());
    }

    private static RebalanceCause cause(io.streamgauge.group.RebalanceCause c) {
        return new RebalanceCause(
                c.kind(),
                c.at(),
                c.memberId(),
                c.instanceId(),
                c.processId(),
                Representations.endpoint(c.endpoint()),
                c.clientId(),
                c.wholeProcess(),
                c.lastHeardAt(),
                c.errorCode(),
                c.from(),
                c.to());
    }

    private static @Nullable RebalanceHolder holder(@Nullable Holder holder) {
        return holder == null ? null : known(holder);
    }

    private static RebalanceHolder known(Holder holder) {
        return new RebalanceHolder(holder.memberId(), holder.processId(), Representations.endpoint(holder.endpoint()));
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }
}
