package io.streamgauge.history.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** A fact that holds for the versions {@code [fromVersion, toVersion)} of its group. */
@MappedSuperclass
abstract class VersionedRow {

    /** The end of a row that has not ended. */
    static final int NEVER = Integer.MAX_VALUE;

    @Column(name = "group_key", nullable = false, updatable = false)
    long groupKey;

    @Column(name = "from_version", nullable = false, updatable = false)
    int fromVersion;

    @Column(name = "to_version", nullable = false)
    int toVersion = NEVER;

    @Column(name = "version_block", nullable = false)
    int block = VersionBlock.OPEN;

    final boolean holds(int version) {
        return fromVersion <= version && toVersion > version;
    }

    final void begins(long group, int version) {
        groupKey = group;
        fromVersion = version;
    }

    final void ends(int version) {
        toVersion = version;
        block = VersionBlock.of(fromVersion, version - 1);
    }
}
