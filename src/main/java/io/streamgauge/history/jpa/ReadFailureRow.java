package io.streamgauge.history.jpa;

import io.streamgauge.history.ReadFailure;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "read_failure")
@SuppressWarnings("NullAway.Init")
class ReadFailureRow {

    @Id
    @GeneratedValue(generator = "read_failure_seq")
    @SequenceGenerator(name = "read_failure_seq", sequenceName = "read_failure_seq", allocationSize = 50)
    long id;

    @Column(name = "cluster_id", nullable = false, updatable = false)
    long clusterId;

    @Column(name = "group_id", updatable = false, length = 32767)
    @Nullable
    String groupId;

    @Enumerated(EnumType.STRING)
    @Column(name = "part", nullable = false, updatable = false, length = 20)
    ReadFailure.Part part;

    @Column(name = "code", nullable = false, updatable = false, length = 40)
    String code;

    @Column(name = "message", nullable = false, length = 1_000_000)
    String message;

    @Column(name = "first_at", nullable = false, updatable = false)
    Instant firstAt;

    @Column(name = "last_at", nullable = false)
    Instant lastAt;

    @Column(name = "occurrences", nullable = false)
    int count;

    @Column(name = "ended_at")
    @Nullable
    Instant endedAt;

    ReadFailure failure() {
        return new ReadFailure(groupId, part, code, message, firstAt, lastAt, count, endedAt);
    }
}
