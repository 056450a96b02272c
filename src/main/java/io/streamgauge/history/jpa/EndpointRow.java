package io.streamgauge.history.jpa;

import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.TopicPartitions;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "endpoint_version")
@SuppressWarnings("NullAway.Init")
class EndpointRow extends VersionedRow {

    @Id
    @GeneratedValue(generator = "endpoint_version_seq")
    @SequenceGenerator(name = "endpoint_version_seq", sequenceName = "endpoint_version_seq", allocationSize = 500)
    long id;

    @Column(name = "host", nullable = false, updatable = false, length = 32767)
    String host;

    @Column(name = "port", nullable = false, updatable = false)
    int port;

    @Convert(converter = Json.Topics.class)
    @Column(name = "active", updatable = false, length = 1_000_000)
    @Nullable
    List<TopicPartitions> active;

    @Convert(converter = Json.Topics.class)
    @Column(name = "standby", updatable = false, length = 1_000_000)
    @Nullable
    List<TopicPartitions> standby;

    @Convert(converter = Json.Topics.class)
    @Column(name = "partitions", nullable = false, updatable = false, length = 1_000_000)
    List<TopicPartitions> partitions;

    static EndpointRow of(EndpointPartitions entry) {
        EndpointRow row = new EndpointRow();
        row.host = entry.endpoint().host();
        row.port = entry.endpoint().port();
        row.active = entry.active();
        row.standby = entry.standby();
        row.partitions = entry.partitions();
        return row;
    }

    EndpointPartitions entry() {
        return new EndpointPartitions(new Endpoint(host, port), active, standby, partitions);
    }
}
