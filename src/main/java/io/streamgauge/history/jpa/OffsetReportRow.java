package io.streamgauge.history.jpa;

import io.streamgauge.group.TaskOffset;
import io.streamgauge.history.OffsetReport;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

@Entity
@Immutable
@Table(name = "offset_report")
@SuppressWarnings("NullAway.Init")
class OffsetReportRow {

    @Id
    @GeneratedValue(generator = "offset_report_seq")
    @SequenceGenerator(name = "offset_report_seq", sequenceName = "offset_report_seq", allocationSize = 500)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "member_id", nullable = false, length = 32767)
    String memberId;

    @Column(name = "told_at", nullable = false)
    Instant toldAt;

    /** When it was told, of a report in which a copy is far behind; of others null, so that few are looked through. */
    @Column(name = "far_behind_at")
    @Nullable
    Instant farBehindAt;

    @Convert(converter = Json.Offsets.class)
    @Column(name = "offsets", nullable = false, length = 1_000_000)
    List<TaskOffset> offsets;

    static OffsetReportRow of(long groupKey, OffsetReport report) {
        OffsetReportRow row = new OffsetReportRow();
        row.groupKey = groupKey;
        row.memberId = report.memberId();
        row.toldAt = report.at();
        row.farBehindAt = report.isFarBehind() ? report.at() : null;
        row.offsets = report.offsets();
        return row;
    }

    OffsetReport report() {
        return new OffsetReport(memberId, toldAt, offsets);
    }
}
