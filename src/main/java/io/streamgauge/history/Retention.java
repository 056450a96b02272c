package io.streamgauge.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes what is older than it is to be kept, in transactions of some rows each. What any instant from a cut on is
 * answered with stays exactly as it is. Everything here may be done by several processes at once and again after a crash:
 * what is gone already is passed over.
 *
 * <p>A version is removed in two steps. {@link #remove} takes its snapshot away, so that nobody finds it any more, and
 * {@link #sweep} the rows that only such versions had. Who had begun to read a version reads those still: so there is to be
 * some time between the two.
 */
public interface Retention {

    /**
     * Versions of a group to remove together.
     *
     * @param first of them
     * @param next the version after the last of them, which stays
     * @param from when the first began
     * @param to when {@code next} began
     */
    record Versions(long groupKey, int first, int next, Instant from, Instant to) {}

    /**
     * The oldest versions of a group that ended before an instant, which its current one never did.
     *
     * @param most at most so many; more follow when these are removed
     */
    Optional<Versions> endedBefore(long groupKey, Instant cut, int most);

    /**
     * Removes versions and stores what is left of them; both or neither.
     *
     * @return whether this call did; false when they were not all there any more
     * @throws HistoryException when nothing was stored
     */
    boolean remove(Versions versions, List<RemovedRange> left);

    /**
     * Removes the rows of a group that no stored version has. A status that was closed by then and belongs to a period in
     * which others were not yet stays, since that period begins with it.
     *
     * @param goOn asked between transactions
     * @return how many
     * @throws HistoryException when a part of them could not be removed
     */
    long sweep(long groupKey, BooleanSupplier goOn);

    /**
     * Removes the reports of task offsets told before an instant, but for each member's latest of them: that is what was
     * known then.
     *
     * @param goneBefore such a latest report too is removed when it was told before this and its member is in none of the
     *     stored versions; null to keep all
     * @param goOn asked between transactions
     * @return how many
     * @throws HistoryException when a part of them could not be removed
     */
    long removeOffsets(long groupKey, Instant cut, @Nullable Instant goneBefore, BooleanSupplier goOn);

    /**
     * Removes runs of error answers and silences of members that ended before an instant.
     *
     * @param goOn asked between transactions
     * @throws HistoryException when a part of them could not be removed
     */
    void removeSpells(long groupKey, Instant cut, BooleanSupplier goOn);

    /**
     * Removes what a group was configured to before an instant, but for what held then.
     *
     * @param goOn asked between transactions
     * @throws HistoryException when a part of it could not be removed
     */
    void removeConfigs(long groupKey, Instant cut, BooleanSupplier goOn);

    /**
     * Removes spells of failed reading that ended before an instant, but for the latest of the cluster itself.
     *
     * @param goOn asked between transactions
     * @throws HistoryException when a part of them could not be removed
     */
    void removeFailures(long clusterId, Instant cut, BooleanSupplier goOn);
}
