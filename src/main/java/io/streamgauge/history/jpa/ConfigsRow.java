package io.streamgauge.history.jpa;

import io.streamgauge.group.StandbyReplicas;
import io.streamgauge.history.GroupConfigs;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

@Entity
@Immutable
@Table(name = "group_configs")
@SuppressWarnings("NullAway.Init")
class ConfigsRow {

    @Id
    @GeneratedValue(generator = "group_configs_seq")
    @SequenceGenerator(name = "group_configs_seq", sequenceName = "group_configs_seq", allocationSize = 50)
    long id;

    @Column(name = "group_key", nullable = false)
    long groupKey;

    @Column(name = "read_at", nullable = false)
    Instant readAt;

    /** As in the settings: it is asked of all groups at each look at them, and the rest is not. */
    @Column(name = "standby_replicas")
    @Nullable
    Integer standbyReplicas;

    @Column(name = "standbys_since")
    @Nullable
    Instant standbysSince;

    @Convert(converter = Json.Configs.class)
    @Column(name = "settings", nullable = false, length = 1_000_000)
    Map<String, GroupConfigs.Value> settings;

    static ConfigsRow of(long groupKey, GroupConfigs configs) {
        ConfigsRow row = new ConfigsRow();
        StandbyReplicas standbys = configs.standbyReplicas();
        row.groupKey = groupKey;
        row.readAt = configs.readAt();
        row.standbyReplicas = standbys == null ? null : standbys.count();
        row.standbysSince = standbys == null ? null : standbys.since();
        row.settings = configs.values();
        return row;
    }

    GroupConfigs configs() {
        return new GroupConfigs(readAt, settings);
    }
}
