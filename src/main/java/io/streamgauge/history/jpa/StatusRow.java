package io.streamgauge.history.jpa;

import io.streamgauge.group.MemberStatus;
import io.streamgauge.history.StatusInterval;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "status_version")
@SuppressWarnings("NullAway.Init")
class StatusRow extends VersionedRow {

    @Id
    @GeneratedValue(generator = "status_version_seq")
    @SequenceGenerator(name = "status_version_seq", sequenceName = "status_version_seq", allocationSize = 500)
    long id;

    @Column(name = "member_id", nullable = false, updatable = false, length = 32767)
    String memberId;

    @Column(name = "code", nullable = false, updatable = false)
    short code;

    @Column(name = "detail", updatable = false, length = 32767)
    @Nullable
    String detail;

    @Column(name = "opened_at", nullable = false, updatable = false)
    Instant openedAt;

    @Column(name = "closed_at")
    @Nullable
    Instant closedAt;

    @Column(name = "last_seen_at", nullable = false)
    Instant lastSeenAt;

    static StatusRow of(MemberStatus status, Instant openedAt, Instant lastSeenAt) {
        StatusRow row = new StatusRow();
        row.memberId = status.memberId();
        row.code = (short) status.code();
        row.detail = status.detail();
        row.openedAt = openedAt;
        row.lastSeenAt = lastSeenAt;
        return row;
    }

    MemberStatus status() {
        return new MemberStatus(memberId, code, detail);
    }

    void seenAt(@Nullable Instant at) {
        if (at != null && at.isAfter(lastSeenAt)) {
            lastSeenAt = at;
        }
    }

    StatusInterval interval() {
        return new StatusInterval(memberId, code, detail, openedAt, closedAt, lastSeenAt);
    }
}
