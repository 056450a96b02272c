package io.streamgauge.history;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a group was configured to on the brokers.
 *
 * @param values by name, such as {@code streams.num.standby.replicas}
 */
public record GroupConfigs(Instant readAt, Map<String, Value> values) implements GroupReading {

    public GroupConfigs {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * A setting.
     *
     * @param value null when the brokers do not tell it
     * @param own whether it was set for this group; else it is the brokers' for every group
     */
    public record Value(@Nullable String value, boolean own) {}
}
