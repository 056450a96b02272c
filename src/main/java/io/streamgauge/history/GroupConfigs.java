package io.streamgauge.history;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a group was configured to on the brokers.
 *
 * @param values by name
 */
public record GroupConfigs(Instant readAt, Map<String, Value> values) implements GroupReading {

    public GroupConfigs {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    private static final String STANDBY_REPLICAS = "streams.num.standby.replicas";

    /** How many standby copies the group is configured to; null when the brokers do not tell it. */
    public @Nullable Integer standbyReplicas() {
        Value value = values.get(STANDBY_REPLICAS);
        String text = value == null ? null : value.value();
        return text != null && text.matches("\\d{1,9}") ? Integer.valueOf(text) : null;
    }

    /**
     * A setting.
     *
     * @param value null when the brokers do not tell it
     * @param own whether it was set for this group; else it is the brokers' for every group
     */
    public record Value(@Nullable String value, boolean own) {}
}
