package io.streamgauge.broker;

import io.streamgauge.broker.Answers.Answer;
import io.streamgauge.group.PartitionOffset;
import io.streamgauge.history.InputOffsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what groups have committed of the topics that they read, and where those end. Waits for the brokers, for at most
 * some of their time limits; one that is silent is asked once in a reading and costs the others nothing. Not thread-safe.
 */
final class InputOffsetReader implements GroupReader {

    /** How many groups one request asks for. */
    private static final int GROUPS_A_REQUEST = 50;

    /** How many topics one request asks for. */
    private static final int TOPICS_A_REQUEST = 1_000;

    /** How many partitions one request asks for. */
    private static final int PARTITIONS_A_REQUEST = 5_000;

    /** How long a topic's partitions and their leaders are believed. */
    private static final Duration TOPICS_AGE = Duration.ofMinutes(1);

    private final Duration timeout;
    private final int timeoutMs;
    private final Secrets secrets;
    private final Clock clock;
    private final Map<String, Topic> topics = new HashMap<>();

    InputOffsetReader(Duration timeout, Secrets secrets, Clock clock) {
        this.timeout = timeout;
        timeoutMs = Math.toIntExact(timeout.toMillis());
        this.secrets = secrets;
        this.clock = clock;
    }

    /** A topic's partitions, each with its leader's id, "" for none. */
    private record Topic(Map<Integer, String> leaders, Instant at) {}

    @Override
    public Map<String, Outcome> read(Admin client, Map<String, ReadGroup> groups) {
        Answers<String, Map<TopicPartition, OffsetAndMetadata>> commits = commits(client, groups);
        Set<String> wanted = new TreeSet<>();
        groups.forEach((groupId, group) -> {
            Answer<Map<TopicPartition, OffsetAndMetadata>> commit = commits.of(groupId);
            if (commit != null && commit.value() != null) {
                wanted.addAll(group.inputTopics());
            }
        });
        Map<String, Throwable> topicErrors = readTopics(client, wanted);
        Answers<TopicPartition, ListOffsetsResultInfo> ends = ends(client, wanted);
        Instant readAt = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        groups.forEach((groupId, group) -> {
            Answer<Map<TopicPartition, OffsetAndMetadata>> commit = commits.of(groupId);
            if (commit != null) {
                outcomes.put(
                        groupId,
                        commit.value() == null
                                ? new Outcome(null, failure(groupId, commit.error()))
                                : outcome(group, commit.value(), topicErrors, ends, readAt));
            }
        });
        // Looked up anew next time: one that was deleted or may not be read is not asked for again and again.
        topics.entrySet()
                .removeIf(topic -> topic.getValue().leaders().keySet().stream()
                        .map(number -> ends.of(new TopicPartition(topic.getKey(), number)))
                        .anyMatch(end -> end != null && end.error() != null));
        return outcomes;
    }

    private @Nullable Failure failure(String groupId, @Nullable Throwable error) {
        return error == null ? null : Failure.ofGroup(groupId, error, secrets);
    }

    private Answers<String, Map<TopicPartition, OffsetAndMetadata>> commits(
            Admin client, Map<String, ReadGroup> groups) {
        Answers<String, Map<TopicPartition, OffsetAndMetadata>> commits = new Answers<>();
        // Without partitions named it is every one that the group ever committed an offset of.
        commits.ask(
                ReadGroup.byCoordinator(groups),
                GROUPS_A_REQUEST,
                timeout,
                groupIds -> client.listStreamsGroupOffsets(
                        groupIds.stream().collect(Collectors.toMap(id -> id, id -> new ListStreamsGroupOffsetsSpec())),
                        new ListStreamsGroupOffsetsOptions().timeoutMs(timeoutMs))::partitionsToOffsetAndMetadata);
        return commits;
    }

    /** Looks topics up that are not known, or were long ago. Errors are by topic; one that does not exist is none. */
    private Map<String, Throwable> readTopics(Admin client, Set<String> wanted) {
        Instant now = clock.instant();
        topics.values().removeIf(topic -> topic.at().isBefore(now.minus(TOPICS_AGE)));
        List<String> missing =
                wanted.stream().filter(topic -> !topics.containsKey(topic)).toList();
        Answers<String, TopicDescription> answers = new Answers<>();
        if (!missing.isEmpty()) {
            answers.ask(Map.of("", missing), TOPICS_A_REQUEST, timeout, names -> {
                Map<String, KafkaFuture<TopicDescription>> described = client.describeTopics(
                                TopicCollection.ofTopicNames(names), new DescribeTopicsOptions().timeoutMs(timeoutMs))
                        .topicNameValues();
                return name -> Objects.requireNonNull(described.get(name));
            });
        }
        Map<String, Throwable> errors = new HashMap<>();
        for (String topic : missing) {
            Answer<TopicDescription> answer = answers.of(topic);
            if (answer == null) {
                errors.put(topic, notAsked());
            } else if (answer.value() != null) {
                topics.put(topic, new Topic(leaders(answer.value()), now));
            } else if (answer.error() != null && !isMissing(answer.error())) {
                errors.put(topic, answer.error());
            }
        }
        return errors;
    }

    private static Map<Integer, String> leaders(TopicDescription topic) {
        Map<Integer, String> leaders = new TreeMap<>();
        for (TopicPartitionInfo partition : topic.partitions()) {
            Node leader = partition.leader();
            leaders.put(partition.partition(), leader == null || leader.isEmpty() ? "" : leader.idString());
        }
        return leaders;
    }

    private Answers<TopicPartition, ListOffsetsResultInfo> ends(Admin client, Set<String> wanted) {
        Map<String, List<TopicPartition>> byLeader = new HashMap<>();
        for (String name : wanted) {
            Topic topic = topics.get(name);
            if (topic != null) {
                topic.leaders()
                        .forEach((partition, leader) -> byLeader.computeIfAbsent(leader, l -> new ArrayList<>())
                                .add(new TopicPartition(name, partition)));
            }
        }
        Answers<TopicPartition, ListOffsetsResultInfo> ends = new Answers<>();
        ends.ask(
                byLeader,
                PARTITIONS_A_REQUEST,
                timeout,
                partitions -> client.listOffsets(
                        partitions.stream().collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())),
                        new ListOffsetsOptions().timeoutMs(timeoutMs))::partitionResult);
        return ends;
    }

    private Outcome outcome(
            ReadGroup group,
            Map<TopicPartition, OffsetAndMetadata> commits,
            Map<String, Throwable> topicErrors,
            Answers<TopicPartition, ListOffsetsResultInfo> ends,
            Instant readAt) {
        Map<String, Set<Integer>> partitions = new TreeMap<>();
        for (String name : group.inputTopics()) {
            Topic topic = topics.get(name);
            partitions.put(
                    name,
                    new TreeSet<>(topic == null ? Set.of() : topic.leaders().keySet()));
        }
        commits.keySet().forEach(committed -> {
            Set<Integer> known = partitions.get(committed.topic());
            if (known != null) {
                known.add(committed.partition());
            }
        });
        Map<String, Throwable> errors = new TreeMap<>();
        List<PartitionOffset> offsets = new ArrayList<>();
        partitions.forEach((name, numbers) -> {
            Throwable ofTopic = topicErrors.get(name);
            if (ofTopic != null) {
                errors.put(name, ofTopic);
            }
            Topic topic = topics.get(name);
            for (int number : numbers) {
                TopicPartition partition = new TopicPartition(name, number);
                Answer<ListOffsetsResultInfo> end = ends.of(partition);
                boolean asked = topic != null && topic.leaders().containsKey(number);
                if (end == null && asked) {
                    errors.putIfAbsent(name, notAsked());
                } else if (end != null && end.error() != null && !isMissing(end.error())) {
                    errors.putIfAbsent(name, end.error());
                }
                offsets.add(new PartitionOffset(
                        name,
                        number,
                        offset(commits.get(partition)),
                        end == null || end.value() == null
                                ? null
                                : offset(end.value().offset())));
            }
        });
        return new Outcome(
                new InputOffsets(readAt, offsets), errors.isEmpty() ? null : Failure.ofInputTopics(errors, secrets));
    }

    private static @Nullable Long offset(@Nullable OffsetAndMetadata committed) {
        return committed == null ? null : offset(committed.offset());
    }

    private static @Nullable Long offset(long offset) {
        return offset < 0 ? null : offset;
    }

    private static TimeoutException notAsked() {
        return new TimeoutException("There was no time to ask");
    }

    private static boolean isMissing(Throwable error) {
        return error instanceof UnknownTopicOrPartitionException
                || error.getCause() instanceof UnknownTopicOrPartitionException;
    }
}
