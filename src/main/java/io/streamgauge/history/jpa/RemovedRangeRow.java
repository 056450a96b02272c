package io.streamgauge.history.jpa;

import io.streamgauge.history.RemovedRange;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "removed_range")
@SuppressWarnings("NullAway.Init")
class RemovedRangeRow {

    @Id
    @GeneratedValue(generator = "removed_range_seq")
    @SequenceGenerator(name = "removed_range_seq", sequenceName = "removed_range_seq", allocationSize = 50)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "from_version", nullable = false)
    int fromVersion;

    @Column(name = "to_version", nullable = false)
    int toVersion;

    @Column(name = "from_at", nullable = false)
    Instant fromAt;

    @Column(name = "to_at", nullable = false)
    Instant toAt;

    @Enumerated(EnumType.STRING)
    @Column(name = "kind", nullable = false, length = 20)
    RemovedRange.Kind kind;

    @Column(name = "occurrences", nullable = false)
    int count;

    @Convert(converter = Json.Entries.class)
    @Column(name = "entries", nullable = false, length = 1_000_000)
    List<Map<String, Object>> entries;

    static RemovedRangeRow of(long groupKey, RemovedRange range) {
        RemovedRangeRow row = new RemovedRangeRow();
        row.groupKey = groupKey;
        row.fromVersion = range.fromVersion();
        row.toVersion = range.toVersion();
        row.fromAt = range.from();
        row.toAt = range.to();
        row.kind = range.kind();
        row.count = range.count();
        row.entries = range.entries();
        return row;
    }

    RemovedRange range() {
        return new RemovedRange(kind, fromVersion, toVersion, fromAt, toAt, count, entries);
    }
}
