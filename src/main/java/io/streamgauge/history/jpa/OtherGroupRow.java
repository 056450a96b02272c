package io.streamgauge.history.jpa;

import io.streamgauge.history.OtherGroup;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "other_group")
@SuppressWarnings("NullAway.Init")
class OtherGroupRow {

    @Id
    @GeneratedValue(generator = "other_group_seq")
    @SequenceGenerator(name = "other_group_seq", sequenceName = "other_group_seq", allocationSize = 500)
    long id;

    @Column(name = "cluster_id", nullable = false)
    long clusterId;

    @Column(name = "group_id", nullable = false, length = 32767)
    String groupId;

    /** As in {@link GroupRow}. */
    @Column(name = "group_hash", nullable = false, length = 64)
    String groupHash;

    @Column(name = "type", nullable = false, length = 20)
    String type;

    @Column(name = "protocol", nullable = false, length = 32767)
    String protocol;

    @Column(name = "first_at", nullable = false)
    Instant firstAt;

    static OtherGroupRow of(long clusterId, OtherGroup group) {
        OtherGroupRow row = new OtherGroupRow();
        row.clusterId = clusterId;
        row.groupId = group.groupId();
        row.groupHash = GroupRow.hash(group.groupId());
        row.type = group.type();
        row.protocol = group.protocol();
        row.firstAt = group.since();
        return row;
    }

    OtherGroup group() {
        return new OtherGroup(groupId, type, protocol, firstAt);
    }
}
