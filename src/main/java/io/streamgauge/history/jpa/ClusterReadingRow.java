package io.streamgauge.history.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "cluster_reading")
@SuppressWarnings("NullAway.Init")
class ClusterReadingRow {

    @Id
    @Column(name = "cluster_id")
    long clusterId;

    @Column(name = "reader", length = 200)
    @Nullable
    String reader;

    @Column(name = "leased_until")
    @Nullable
    Instant leasedUntil;

    @Column(name = "last_success_at")
    @Nullable
    Instant lastSuccessAt;
}
