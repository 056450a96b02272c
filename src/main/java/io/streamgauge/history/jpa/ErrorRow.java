package io.streamgauge.history.jpa;

import io.streamgauge.group.MemberError;
import io.streamgauge.history.ErrorRun;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

@Entity
@Immutable
@Table(name = "member_error")
@SuppressWarnings("NullAway.Init")
class ErrorRow {

    @Id
    @GeneratedValue(generator = "member_error_seq")
    @SequenceGenerator(name = "member_error_seq", sequenceName = "member_error_seq", allocationSize = 50)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "member_id", length = 32767)
    @Nullable
    String memberId;

    @Column(name = "instance_id", length = 32767)
    @Nullable
    String instanceId;

    @Column(name = "code", nullable = false)
    short code;

    @Column(name = "message", length = 32767)
    @Nullable
    String message;

    @Column(name = "sent_member_epoch")
    @Nullable
    Integer sentMemberEpoch;

    @Column(name = "known_member_epoch")
    @Nullable
    Integer knownMemberEpoch;

    @Column(name = "first_at", nullable = false)
    Instant firstAt;

    @Column(name = "last_at", nullable = false)
    Instant lastAt;

    @Column(name = "occurrences", nullable = false)
    int occurrences;

    static ErrorRow of(long groupKey, ErrorRun run) {
        ErrorRow row = new ErrorRow();
        row.groupKey = groupKey;
        row.memberId = run.error().memberId();
        row.instanceId = run.error().instanceId();
        row.code = (short) run.error().code();
        row.message = run.error().message();
        row.sentMemberEpoch = run.error().sentMemberEpoch();
        row.knownMemberEpoch = run.error().knownMemberEpoch();
        row.firstAt = run.firstAt();
        row.lastAt = run.lastAt();
        row.occurrences = run.count();
        return row;
    }

    ErrorRun run() {
        return new ErrorRun(
                new MemberError(memberId, instanceId, code, message, sentMemberEpoch, knownMemberEpoch),
                firstAt,
                lastAt,
                occurrences);
    }
}
