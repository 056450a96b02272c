package io.streamgauge.history;

import io.streamgauge.group.StandbyReplicas;
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
    public @Nullable StandbyReplicas standbyReplicas() {
        Value value = values.get(STANDBY_REPLICAS);
        String text = value == null ? null : value.value();
        return value != null && text != null && text.matches("\\d{1,9}")
                ? new StandbyReplicas(Integer.parseInt(text), value.since())
                : null;
    }

    /** The same, with the beginnings of those settings that are as they were in an earlier reading. */
    public GroupConfigs following(GroupConfigs before) {
        Map<String, Value> following = new TreeMap<>(values);
        following.replaceAll((name, value) -> {
            Value was = before.values.get(name);
            return was != null && value.isAs(was) ? was : value;
        });
        return new GroupConfigs(readAt, following);
    }

    /**
     * A setting.
     *
     * @param value null when the brokers do not tell it
     * @param own whether it was set for this group; else it is the brokers' for every group
     * @param since when it was first read so, of the readings since which it was not read otherwise
     */
    public record Value(@Nullable String value, boolean own, Instant since) {

        private boolean isAs(Value other) {
            return own == other.own && java.util.Objects.equals(value, other.value);
        }
    }
}
