package io.streamgauge.history.jpa;

import io.streamgauge.history.Cluster;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;

@Entity
@Table(name = "cluster")
@SuppressWarnings("NullAway.Init")
class ClusterRow {

    @Id
    @GeneratedValue(generator = "cluster_seq")
    @SequenceGenerator(name = "cluster_seq", sequenceName = "cluster_seq", allocationSize = 1)
    long id;

    @Column(name = "name", nullable = false, length = 200)
    String name;

    @Enumerated(EnumType.STRING)
    @Column(name = "kind", nullable = false, length = 20)
    Cluster.Kind kind;

    @Column(name = "created_at", nullable = false)
    Instant createdAt;

    /** Whether it is gone for everybody and only its rows have yet to be removed. */
    @Column(name = "deleted", nullable = false)
    boolean deleted;
}
