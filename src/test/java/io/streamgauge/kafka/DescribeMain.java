package io.streamgauge.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription;
import org.jspecify.annotations.Nullable;

/** Describes streams groups with the admin client on its class path: reads group ids, answers each with a line of JSON. */
final class DescribeMain {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DescribeMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        KafkaProcess.endWithParent();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", arguments[0]))) {
            for (String groupId = in.readLine(); groupId != null; groupId = in.readLine()) {
                System.out.println(JSON.writeValueAsString(answer(admin, groupId)));
            }
        }
    }

    private static JsonNode answer(Admin admin, String groupId) throws InterruptedException {
        try {
            return group(admin.describeStreamsGroups(List.of(groupId))
                    .describedGroups()
                    .get(groupId)
                    .get());
        } catch (ExecutionException e) {
            return JSON.createObjectNode().put("error", String.valueOf(e.getCause()));
        }
    }

    private static ObjectNode group(StreamsGroupDescription group) {
        ObjectNode json = JSON.createObjectNode()
                .put("groupId", group.groupId())
                .put("state", group.groupState().name())
                .put("groupEpoch", group.groupEpoch())
                .put("assignmentEpoch", group.targetAssignmentEpoch())
                .put("topologyEpoch", group.topologyEpoch())
                .put("coordinator", group.coordinator().id());
        ArrayNode members = json.putArray("members");
        group.members().stream()
                .sorted(Comparator.comparing(StreamsGroupMemberDescription::memberId))
                .forEach(member -> members.add(member(member)));
        ArrayNode subtopologies = json.putArray("subtopologies");
        group.subtopologies().stream()
                .sorted(Comparator.comparing(StreamsGroupSubtopologyDescription::subtopologyId))
                .forEach(subtopology -> subtopologies.add(subtopology(subtopology)));
        return json;
    }

    private static ObjectNode member(StreamsGroupMemberDescription member) {
        ObjectNode json = JSON.createObjectNode()
                .put("memberId", member.memberId())
                .put("memberEpoch", member.memberEpoch())
                .put("instanceId", orNull(member.instanceId()))
                .put("rackId", orNull(member.rackId()))
                .put("clientId", member.clientId())
                .put("clientHost", member.clientHost())
                .put("processId", member.processId())
                .put("topologyEpoch", member.topologyEpoch())
                .put("classic", member.isClassic());
        member.userEndpoint()
                .ifPresentOrElse(
                        endpoint -> json.putObject("endpoint")
                                .put("host", endpoint.host())
                                .put("port", endpoint.port()),
                        () -> json.putNull("endpoint"));
        ObjectNode tags = json.putObject("clientTags");
        member.clientTags().forEach(tags::put);
        json.set("assigned", view(member.assignment()));
        json.set("target", view(member.targetAssignment()));
        return json;
    }

    private static @Nullable String orNull(Optional<String> value) {
        return value.orElse(null);
    }

    private static ObjectNode view(StreamsGroupMemberAssignment assignment) {
        ObjectNode json = JSON.createObjectNode();
        json.set("active", tasks(assignment.activeTasks()));
        json.set("standby", tasks(assignment.standbyTasks()));
        json.set("warmup", tasks(assignment.warmupTasks()));
        return json;
    }

    private static ArrayNode tasks(List<TaskIds> tasks) {
        ArrayNode json = JSON.createArrayNode();
        tasks.stream()
                .sorted(Comparator.comparing(TaskIds::subtopologyId))
                .forEach(of -> of.partitions().stream()
                        .sorted()
                        .forEach(partition -> json.add(of.subtopologyId() + "_" + partition)));
        return json;
    }

    private static ObjectNode subtopology(StreamsGroupSubtopologyDescription subtopology) {
        ObjectNode json = JSON.createObjectNode().put("id", subtopology.subtopologyId());
        texts(json.putArray("sourceTopics"), subtopology.sourceTopics());
        texts(json.putArray("repartitionSinkTopics"), subtopology.repartitionSinkTopics());
        texts(
                json.putArray("repartitionSourceTopics"),
                subtopology.repartitionSourceTopics().keySet());
        texts(
                json.putArray("changelogTopics"),
                subtopology.stateChangelogTopics().keySet());
        return json;
    }

    private static void texts(ArrayNode json, Iterable<String> texts) {
        List<String> sorted = new ArrayList<>();
        texts.forEach(sorted::add);
        sorted.stream().sorted().forEach(json::add);
    }
}
