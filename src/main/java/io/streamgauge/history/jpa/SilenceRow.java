package io.streamgauge.history.jpa;

import io.streamgauge.history.Silence;
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
@Table(name = "member_silence")
@SuppressWarnings("NullAway.Init")
class SilenceRow {

    @Id
    @GeneratedValue(generator = "member_silence_seq")
    @SequenceGenerator(name = "member_silence_seq", sequenceName = "member_silence_seq", allocationSize = 50)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "member_id", nullable = false, length = 32767)
    String memberId;

    @Column(name = "heard_at", nullable = false)
    Instant heardAt;

    @Column(name = "ended_at", nullable = false)
    Instant endedAt;

    @Column(name = "heartbeat_interval_ms")
    @Nullable
    Integer heartbeatIntervalMs;

    static SilenceRow of(long groupKey, Silence silence) {
        SilenceRow row = new SilenceRow();
        row.groupKey = groupKey;
        row.memberId = silence.memberId();
        row.heardAt = silence.heardAt();
        row.endedAt = silence.endedAt();
        row.heartbeatIntervalMs = silence.heartbeatIntervalMs();
        return row;
    }

    Silence silence() {
        return new Silence(memberId, heardAt, endedAt, heartbeatIntervalMs);
    }
}
