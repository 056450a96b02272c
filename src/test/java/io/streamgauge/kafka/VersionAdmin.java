package io.streamgauge.kafka;

import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin client of a Kafka version, in a process of its own: what people of that version are told of their groups. */
public final class VersionAdmin implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path directory = TestFiles.directory("admin");
    private final KafkaProcess process;

    public VersionAdmin(String version, String bootstrapServers) {
        process = KafkaProcess.start(
                version,
                DescribeMain.class,
                "64m",
                directory.resolve("admin.log"),
                true,
                List.of(),
                List.of(bootstrapServers));
    }

    /**
     * What {@code describeStreamsGroups} says of a group: {@code groupId, state, groupEpoch, assignmentEpoch,
     * topologyEpoch, coordinator, members, subtopologies}, named and shaped as the REST API does; members by their ids,
     * tasks by subtopology and partition. When it failed: {@code error}, the exception.
     */
    public JsonNode describe(String groupId) {
        return JSON.readTree(process.ask(groupId));
    }

    @Override
    public void close() {
        process.kill();
        TestFiles.delete(directory);
    }
}
