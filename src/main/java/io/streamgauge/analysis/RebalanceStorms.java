package io.streamgauge.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds stretches in which a group rebalanced again and again. */
public final class RebalanceStorms {

    private RebalanceStorms() {}

    /**
     * A stretch at every instant of which {@link Findings#STORM} or more rebalances had begun within
     * {@link Findings#REBALANCES}.
     *
     * @param since when the first of them began
     * @param until when too few are left, exclusive
     * @param most how many began within that time, at the worst
     */
    public record Storm(Instant since, Instant until, int most) {}

    /** Those of rebalances that began at some instants, in the order of time. */
    public static List<Storm> of(List<Instant> begun) {
        List<Storm> storms = new ArrayList<>();
        Storm storm = null;
        int first = 0;
        for (int i = 0; i < begun.size(); i++) {
            Instant at = begun.get(i);
            while (!begun.get(first).plus(Findings.REBALANCES).isAfter(at)) {
                first++;
            }
            int count = i - first + 1;
            if (count >= Findings.STORM) {
                Instant until = begun.get(i - Findings.STORM + 1).plus(Findings.REBALANCES);
                if (storm != null && !at.isAfter(storm.until())) {
                    storm = new Storm(storm.since(), until, Math.max(storm.most(), count));
                } else {
                    add(storm, storms);
                    storm = new Storm(begun.get(first), until, count);
                }
            }
        }
        add(storm, storms);
        return storms;
    }

    private static void add(@Nullable Storm storm, List<Storm> storms) {
        if (storm != null) {
            storms.add(storm);
        }
    }
}
