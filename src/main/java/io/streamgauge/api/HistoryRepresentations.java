package io.streamgauge.api;

import io.streamgauge.analysis.Changes;
import io.streamgauge.analysis.GroupDiff;
import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.history.MemberHistory.Hold;
import io.streamgauge.history.Span;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.history.TaskInterval;
import io.streamgauge.query.GroupQueries;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns lives of tasks and members, and differences, into what the API shows. */
final class HistoryRepresentations {

    private HistoryRepresentations() {}

    static TaskHold hold(TaskInterval interval) {
        return new TaskHold(
                interval.memberId(),
                interval.processId(),
                Representations.lower(interval.view()),
                Representations.lower(interval.role()),
                interval.fromVersion(),
                interval.toVersion(),
                interval.from(),
                interval.to());
    }

    static MemberHistory member(String memberId, io.streamgauge.history.MemberHistory life) {
        List<Span<io.streamgauge.group.Member>> states = life.states();
        return new MemberHistory(
                memberId,
                last(states, io.streamgauge.group.Member::instanceId),
                last(states, io.streamgauge.group.Member::processId),
                last(states, io.streamgauge.group.Member::clientId),
                last(states, io.streamgauge.group.Member::clientHost),
                spans(states, member -> true),
                life.epochs().stream()
                        .map(s -> new EpochSpan(
                                s.value().memberEpoch(), s.fromVersion(), s.toVersion(), s.from(), s.to()))
                        .toList(),
                endpoints(states),
                spans(states, io.streamgauge.group.Member::away),
                spans(states, io.streamgauge.group.Member::fenced),
                life.tasks().stream().map(HistoryRepresentations::hold).toList(),
                life.statuses().stream().map(HistoryRepresentations::status).toList(),
                life.errors().stream().map(Representations::error).toList());
    }

    private static @Nullable String last(
            List<Span<io.streamgauge.group.Member>> states,
            Function<io.streamgauge.group.Member, @Nullable String> field) {
        String last = null;
        for (Span<io.streamgauge.group.Member> state : states) {
            String told = field.apply(state.value());
            last = told == null ? last : told;
        }
        return last;
    }

    /** When something was true of a member. */
    private static List<VersionSpan> spans(
            List<Span<io.streamgauge.group.Member>> states, Function<io.streamgauge.group.Member, Boolean> is) {
        return Span.united(states.stream().map(s -> s.map(is)).toList()).stream()
                .filter(Span::value)
                .map(s -> new VersionSpan(s.fromVersion(), s.toVersion(), s.from(), s.to()))
                .toList();
    }

    private static List<EndpointSpan> endpoints(List<Span<io.streamgauge.group.Member>> states) {
        List<Span<io.streamgauge.group.Endpoint>> told = states.stream()
                .filter(s -> s.value().endpoint() != null)
                .map(s -> s.map(member -> Objects.requireNonNull(member.endpoint())))
                .toList();
        return Span.united(told).stream()
                .map(s -> new EndpointSpan(
                        s.value().host(), s.value().port(), s.fromVersion(), s.toVersion(), s.from(), s.to()))
                .toList();
    }

    private static MemberHold hold(Span<Hold> span) {
        Hold hold = span.value();
        return new MemberHold(
                hold.task().toString(),
                Representations.lower(hold.view()),
                Representations.lower(hold.role()),
                span.fromVersion(),
                span.toVersion(),
                span.from(),
                span.to());
    }

    private static Status status(StatusInterval interval) {
        return new Status(
                interval.code(),
                StatusCode.nameOf(interval.code()),
                interval.detail(),
                interval.openedAt(),
                interval.closedAt(),
                interval.lastSeenAt(),
                List.of(interval.memberId()));
    }

    static SnapshotDiff diff(GroupQueries.Difference difference) {
        GroupDiff diff = difference.diff();
        StreamsGroupState before = diff.before();
        return new SnapshotDiff(
                new SnapshotPoint(difference.from().version(), difference.from().at()),
                new SnapshotPoint(difference.to().version(), difference.to().at()),
                Changes.describe(diff, difference.endpoints()),
                before == null || before == diff.after() ? null : new StateChange(before, diff.after()),
                fields(diff.fields()),
                diff.joined(),
                diff.left(),
                diff.changed().stream()
                        .map(m -> new MemberChange(m.memberId(), fields(m.fields())))
                        .toList(),
                diff.tasks().stream()
                        .map(t -> new TaskChange(
                                t.task().toString(),
                                Representations.lower(t.view()),
                                Representations.lower(t.role()),
                                t.from(),
                                t.to()))
                        .toList(),
                diff.statusesOpened().stream()
                        .map(HistoryRepresentations::statusChange)
                        .toList(),
                diff.statusesClosed().stream()
                        .map(HistoryRepresentations::statusChange)
                        .toList(),
                diff.endpointsChanged(),
                difference.endpoints().stream()
                        .map(HistoryRepresentations::endpointChange)
                        .toList(),
                diff.topologyChanged());
    }

    private static List<FieldChange> fields(List<GroupDiff.FieldChange> fields) {
        return fields.stream()
                .map(f -> new FieldChange(f.name(), f.from(), f.to()))
                .toList();
    }

    private static StatusChange statusChange(MemberStatus status) {
        return new StatusChange(status.code(), StatusCode.nameOf(status.code()), status.detail(), status.memberId());
    }

    private static EndpointChange endpointChange(io.streamgauge.analysis.EndpointChange change) {
        return new EndpointChange(
                change.endpoint().host(),
                change.endpoint().port(),
                !change.before() ? "added" : !change.after() ? "removed" : "changed",
                change.served().stream()
                        .map(s -> new ServedChange(
                                s.role().name(), Representations.topics(s.gained()), Representations.topics(s.lost())))
                        .toList());
    }
}
