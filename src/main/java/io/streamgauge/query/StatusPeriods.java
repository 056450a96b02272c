package io.streamgauge.query;

import io.streamgauge.history.StatusInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Unites the statuses of members into those of their group: one is open as long as it is open for any member. */
final class StatusPeriods {

    private record Kind(int code, @Nullable String detail) {}

    private StatusPeriods() {}

    /** Periods by opening; those that open together by code. */
    static List<StatusPeriod> of(List<StatusInterval> intervals) {
        Map<Kind, List<StatusInterval>> kinds = new HashMap<>();
        intervals.forEach(i -> kinds.computeIfAbsent(new Kind(i.code(), i.detail()), k -> new ArrayList<>())
                .add(i));
        List<StatusPeriod> periods = new ArrayList<>();
        for (List<StatusInterval> sameKind : kinds.values()) {
            sameKind.sort(Comparator.comparing(StatusInterval::openedAt));
            StatusPeriod current = null;
            for (StatusInterval interval : sameKind) {
                if (current != null && touches(current, interval)) {
                    current = united(current, interval);
                } else {
                    if (current != null) {
                        periods.add(current);
                    }
                    current = new StatusPeriod(
                            interval.code(),
                            interval.detail(),
                            interval.openedAt(),
                            interval.closedAt(),
                            interval.lastSeenAt(),
                            List.of(interval.memberId()));
                }
            }
            if (current != null) {
                periods.add(current);
            }
        }
        periods.sort(Comparator.comparing(StatusPeriod::openedAt).thenComparingInt(StatusPeriod::code));
        return periods;
    }

    private static boolean touches(StatusPeriod period, StatusInterval next) {
        return period.closedAt() == null || !next.openedAt().isAfter(period.closedAt());
    }

    private static StatusPeriod united(StatusPeriod period, StatusInterval interval) {
        TreeSet<String> members = new TreeSet<>(period.memberIds());
        members.add(interval.memberId());
        Instant closedAt = period.closedAt() == null || interval.closedAt() == null
                ? null
                : later(period.closedAt(), interval.closedAt());
        return new StatusPeriod(
                period.code(),
                period.detail(),
                period.openedAt(),
                closedAt,
                later(period.lastSeenAt(), interval.lastSeenAt()),
                List.copyOf(members));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
