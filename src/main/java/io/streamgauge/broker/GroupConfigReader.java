package io.streamgauge.broker;

import io.streamgauge.broker.Answers.Answer;
import io.streamgauge.history.GroupConfigs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** Reads what groups are configured to: their own settings on the brokers and the brokers' defaults. */
final class GroupConfigReader implements GroupReader {

    private static final int GROUPS_A_REQUEST = 100;

    /** What the configs of streams groups begin with; the brokers tell those of other types of groups too. */
    private static final String STREAMS = "streams.";

    private final Duration timeout;
    private final int timeoutMs;
    private final Secrets secrets;
    private final Clock clock;

    GroupConfigReader(Duration timeout, Secrets secrets, Clock clock) {
        this.timeout = timeout;
        timeoutMs = Math.toIntExact(timeout.toMillis());
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public Map<String, Outcome> read(Admin client, Map<String, ReadGroup> groups) {
        Answers<String, Config> answers = new Answers<>();
        // Every broker knows every group's configs.
        answers.ask(Map.of("", List.copyOf(groups.keySet())), GROUPS_A_REQUEST, timeout, some -> {
            Map<ConfigResource, KafkaFuture<Config>> described = client.describeConfigs(
                            some.stream().map(GroupConfigReader::resource).toList(),
                            new DescribeConfigsOptions().timeoutMs(timeoutMs))
                    .values();
            return groupId -> Objects.requireNonNull(described.get(resource(groupId)));
        });
        Instant readAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (String groupId : groups.keySet()) {
            Answer<Config> answer = answers.of(groupId);
            if (answer != null) {
                outcomes.put(groupId, new Outcome(configs(answer.value(), readAt), failure(groupId, answer.error())));
            }
        }
        return outcomes;
    }

    private static ConfigResource resource(String groupId) {
        return new ConfigResource(ConfigResource.Type.GROUP, groupId);
    }

    private static @Nullable GroupConfigs configs(@Nullable Config config, Instant readAt) {
        if (config == null) {
            return null;
        }
        Map<String, GroupConfigs.Value> values = new TreeMap<>();
        for (ConfigEntry entry : config.entries()) {
            if (entry.name().startsWith(STREAMS)) {
                values.put(
                        entry.name(),
                        new GroupConfigs.Value(
                                entry.value(),
                                entry.source() == ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG,
                                readAt));
            }
        }
        return new GroupConfigs(readAt, values);
    }

    private @Nullable Failure failure(String groupId, @Nullable Throwable error) {
        return error == null ? null : Failure.ofGroupConfigs(groupId, error, secrets);
    }
}
