package io.streamgauge.transfer;

import io.streamgauge.analysis.Insights;
import io.streamgauge.analysis.Transition;
import io.streamgauge.group.Condition;
import io.streamgauge.group.Endpoint;
import io.streamgauge.group.EndpointMap;
import io.streamgauge.group.EndpointPartitions;
import io.streamgauge.group.GroupState;
import io.streamgauge.group.Insight;
import io.streamgauge.group.Member;
import io.streamgauge.group.MemberError;
import io.streamgauge.group.ObservationSource;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.RebalanceMark;
import io.streamgauge.group.StateSource;
import io.streamgauge.group.StreamsGroupState;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.Tasks;
import io.streamgauge.group.TopicPartitions;
import io.streamgauge.history.Cluster;
import io.streamgauge.history.ErrorRun;
import io.streamgauge.history.GroupConfigs;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.history.GroupWrite.Restored;
import io.streamgauge.history.OffsetReport;
import io.streamgauge.history.Silence;
import io.streamgauge.history.StatusInterval;
import io.streamgauge.replay.Recording;
import io.streamgauge.replay.Recording.LineError;
import io.streamgauge.replay.Recording.Progress;
import io.streamgauge.replay.RecordingService.Outcome;
import io.streamgauge.transfer.JsonCursor.Fields;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads an export document from beginning to end, a snapshot at a time, and hands over only what the store can hold.
 * Throws {@link InvalidExportException} at the first place that is not as it must be.
 */
final class ExportReader {

    /** Of the largest thing that is read into memory as one, as text. */
    private static final long MAX_PART_BYTES = 32 << 20;

    private static final int MAX_STATUS_CODES_JSON = 1_000;
    private static final int MAX_SKIPPED_JSON = 10_000;
    private static final int MAX_FORMAT = 40;
    private static final int MAX_FAILURE = 4_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Set<String> DOCUMENT =
            Set.of("format", "version", "cluster", "recording", "from", "to", "groups");
    private static final Set<String> CLUSTER = Set.of("name", "kind", "createdAt");
    private static final Set<String> RECORDING = Set.of(
            "format",
            "status",
            "failure",
            "bytesTotal",
            "bytesRead",
            "lines",
            "heartbeats",
            "snapshotCount",
            "skipped",
            "errors",
            "timeZone",
            "date",
            "sessionTimeoutMs",
            "firstHeartbeatAt",
            "lastHeartbeatAt",
            "startedAt",
            "finishedAt");
    private static final Set<String> LINE_ERROR = Set.of("line", "message");
    private static final Set<String> GROUP = Set.of("groupId", "observedAt", "snapshots", "errors", "taskOffsets");

    /** A document of before they were kept has neither. */
    private static final Set<String> GROUP_FIELDS =
            Stream.concat(GROUP.stream(), Stream.of("configs", "silences")).collect(Collectors.toSet());

    private static final Set<String> SNAPSHOT = Set.of(
            "version",
            "at",
            "source",
            "state",
            "stateSource",
            "groupEpoch",
            "assignmentEpoch",
            "topologyEpoch",
            "assignor",
            "coordinator",
            "members",
            "statuses",
            "endpointMap",
            "subtopologies",
            "changes");
    private static final Set<String> MEMBER = Set.of(
            "memberId",
            "memberEpoch",
            "instanceId",
            "rackId",
            "clientId",
            "clientHost",
            "processId",
            "topologyEpoch",
            "endpoint",
            "clientTags",
            "classic",
            "away",
            "fenced",
            "lastHeartbeatAt",
            "heartbeatIntervalMs",
            "taskOffsetIntervalMs",
            "acceptableRecoveryLag",
            "throttleTimeMs",
            "owned",
            "assigned",
            "target");
    private static final Set<String> ENDPOINT = Set.of("host", "port");
    private static final Set<String> TASKS = Set.of("active", "standby", "warmup");
    private static final Set<String> SNAPSHOT_FIELDS = Stream.concat(
                    SNAPSHOT.stream(), Stream.of("rebalances", "conditions"))
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> CONDITION = Set.of("code", "kind", "subject", "since");
    private static final Set<String> REBALANCE_MARK =
            Set.of("count", "begunAt", "begunAfter", "settledAt", "pendingSince", "subject", "causes");
    private static final Set<String> REBALANCE_CAUSE = Set.of(
            "kind",
            "at",
            "memberId",
            "instanceId",
            "processId",
            "endpoint",
            "clientId",
            "wholeProcess",
            "lastHeardAt",
            "errorCode",
            "from",
            "to");
    private static final Set<String> STATUS = Set.of("memberId", "code", "detail", "openedAt", "lastSeenAt");
    private static final Set<String> ENDPOINT_MAP = Set.of("informationEpoch", "source", "endpoints");
    private static final Set<String> ENDPOINT_ENTRY = Set.of("host", "port", "active", "standby", "partitions");
    private static final Set<String> TOPIC = Set.of("topic", "partitions");
    private static final Set<String> SUBTOPOLOGY = Set.of(
            "subtopologyId",
            "partitions",
            "sourceTopics",
            "sourceTopicRegex",
            "repartitionSourceTopics",
            "repartitionSinkTopics",
            "changelogTopics");
    private static final Set<String> ERROR = Set.of(
            "memberId",
            "instanceId",
            "code",
            "message",
            "sentMemberEpoch",
            "knownMemberEpoch",
            "firstAt",
            "lastAt",
            "count");
    private static final Set<String> SILENCE = Set.of("memberId", "heardAt", "endedAt", "heartbeatIntervalMs");
    private static final Set<String> OFFSETS = Set.of("memberId", "at", "offsets");
    private static final Set<String> OFFSET = Set.of("taskId", "offset", "endOffset");
    private static final Set<String> CONFIGS = Set.of("readAt", "settings");
    private static final Set<String> SETTING = Set.of("value", "own", "since");

    /** Takes what a document holds, in its order. */
    interface Content {

        /** A group begins. */
        void group(String groupId, Instant observedAt);

        /**
         * The group's next snapshot.
         *
         * @param bytes of the document that it took, here and below
         */
        void snapshot(NewSnapshot snapshot, long bytes);

        void error(ErrorRun run, long bytes);

        void silence(Silence silence, long bytes);

        void offsets(OffsetReport report, long bytes);

        void configs(GroupConfigs read, long bytes);

        /** The group is whole. */
        void groupEnd();
    }

    private final JsonCursor in;
    private final Content content;

    private @Nullable String format;
    private @Nullable Integer version;
    private @Nullable Outcome recording;
    private long snapshots;

    private @Nullable String groupId;
    private @Nullable Instant observedAt;
    private boolean snapshotsRead;
    private int lastVersion;
    private @Nullable Instant lastAt;

    private @Nullable GroupState lastState;
    private @Nullable Insight lastInsight;
    private @Nullable Instant lastErrorAt;
    private @Nullable Instant lastConfigsAt;
    private @Nullable Instant lastEndedAt;

    private ExportReader(JsonCursor in, Content content) {
        this.in = in;
        this.content = content;
    }

    /**
     * What a document says beside its groups.
     *
     * @param recording null when its cluster was no recording
     */
    record Head(@Nullable Outcome recording, long snapshots) {}

    static Head read(InputStream stream, Content content) {
        JsonCursor in = new JsonCursor(stream);
        ExportReader reader = new ExportReader(in, content);
        reader.document();
        in.end();
        return new Head(reader.recording, reader.snapshots);
    }

    private void document() {
        Fields fields = in.fields(DOCUMENT, this::documentField);
        requireOurs();
        in.requireAll(DOCUMENT, fields);
    }

    private @Nullable Object documentField(String name) {
        switch (name) {
            case "format" -> format = in.text();
            case "version" -> version = in.int32();
            default -> requireOurs();
        }
        if (format != null && version != null) {
            requireOurs();
        }
        switch (name) {
            case "cluster" -> in.object(CLUSTER, this::clusterField);
            case "recording" -> recording = in.orNull(() -> in.bounded(MAX_PART_BYTES, this::recording));
            case "from", "to" -> in.orNull(in::instant);
            case "groups" -> groups();
            default -> {}
        }
        return true;
    }

    private void requireOurs() {
        if (format == null || !format.equals(ExportDocument.FORMAT)) {
            throw new InvalidExportException("The document is no export of Streamgauge: it does not begin with"
                    + " \"format\": \"" + ExportDocument.FORMAT
                    + "\"; a recorded log goes to POST /api/v1/recordings");
        }
        if (version == null) {
            throw in.bad("comes before version; format and version are a document's first fields");
        }
        if (version > ExportDocument.VERSION) {
            throw new InvalidExportException("The document has version " + version + "; this Streamgauge reads version "
                    + ExportDocument.VERSION + "; update it");
        }
        if (version < 1) {
            throw in.bad("belongs to version " + version + "; the first was 1");
        }
    }

    private Object clusterField(String name) {
        return switch (name) {
            case "kind" -> in.constant(Cluster.Kind.class);
            case "createdAt" -> in.instant();
            default -> in.text();
        };
    }

    private Outcome recording() {
        Fields f = in.object(RECORDING, name -> switch (name) {
            case "format" -> in.text(MAX_FORMAT);
            case "status" -> in.constant(Recording.Status.class);
            case "failure" -> in.orNull(() -> in.text(MAX_FAILURE));
            case "bytesTotal" -> in.orNull(in::count);
            case "skipped" -> fitting(MAX_SKIPPED_JSON, () -> in.map(in::count));
            case "errors" -> fitting(JsonCursor.MAX_JSON, () -> in.list(this::lineError));
            case "timeZone" -> zone();
            case "date" -> in.orNull(in::date);
            case "firstHeartbeatAt", "lastHeartbeatAt", "startedAt", "finishedAt" -> in.orNull(in::instant);
            default -> in.count();
        });
        return new Outcome(
                f.get("format"),
                f.get("status"),
                f.get("failure"),
                f.get("timeZone"),
                f.get("date"),
                Duration.ofMillis(f.<Long>get("sessionTimeoutMs")),
                new Progress(
                        f.get("bytesTotal"),
                        f.<Long>get("bytesRead"),
                        f.<Long>get("lines"),
                        f.<Long>get("heartbeats"),
                        f.<Long>get("snapshotCount"),
                        f.get("skipped"),
                        f.get("errors"),
                        f.get("firstHeartbeatAt"),
                        f.get("lastHeartbeatAt")),
                f.get("startedAt"),
                f.get("finishedAt"));
    }

    private LineError lineError() {
        Fields f =
                in.object(LINE_ERROR, name -> name.equals("line") ? (Object) in.count() : in.text(JsonCursor.MAX_JSON));
        return new LineError(f.<Long>get("line"), f.get("message"));
    }

    private ZoneId zone() {
        String text = in.text(100);
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw in.bad("is '" + text + "', which is no time zone that is known here");
        }
    }

    private void groups() {
        String[] before = new String[1];
        in.each(() -> {
            groupId = null;
            observedAt = null;
            snapshotsRead = false;
            lastVersion = 0;
            lastAt = null;
            lastState = null;
            lastInsight = null;
            lastErrorAt = null;
            lastConfigsAt = null;
            lastEndedAt = null;
            Fields fields = in.fields(GROUP_FIELDS, name -> {
                switch (name) {
                    case "groupId" -> {
                        groupId = in.text();
                        if (before[0] != null && before[0].compareTo(groupId) >= 0) {
                            throw in.bad(
                                    before[0].equals(groupId)
                                            ? "is that of the group before it; each group is there once"
                                            : "sorts before that of the group before it; groups are in the order of their ids");
                        }
                        before[0] = groupId;
                    }
                    case "observedAt" -> observedAt = in.instant();
                    case "snapshots" -> {
                        if (groupId == null || observedAt == null) {
                            throw in.bad("comes before groupId or observedAt; put them first");
                        }
                        content.group(groupId, observedAt);
                        entries(this::snapshot, content::snapshot);
                        snapshotsRead = true;
                        if (lastAt != null && observedAt.isBefore(lastAt)) {
                            throw in.bad("reaches to " + lastAt + ", behind the group's observedAt " + observedAt);
                        }
                    }
                    case "errors" -> {
                        requireSnapshotsRead();
                        entries(this::error, content::error);
                    }
                    case "silences" -> {
                        requireSnapshotsRead();
                        entries(this::silence, content::silence);
                    }
                    case "configs" -> {
                        requireSnapshotsRead();
                        entries(this::configs, content::configs);
                    }
                    default -> {
                        requireSnapshotsRead();
                        entries(this::offsets, content::offsets);
                    }
                }
                return true;
            });
            in.requireAll(GROUP, fields);
            content.groupEnd();
        });
    }

    private void requireSnapshotsRead() {
        if (!snapshotsRead) {
            throw in.bad("comes before snapshots; put it behind them");
        }
    }

    /** Hands over each entry of a list, with the bytes that it took. */
    private <T> void entries(Supplier<T> entry, ObjLongConsumer<T> taker) {
        in.each(() -> {
            long begin = in.position();
            T read = in.bounded(MAX_PART_BYTES, entry);
            taker.accept(read, in.position() - begin);
        });
    }

    private NewSnapshot snapshot() {
        Map<String, Instant> heard = new HashMap<>();
        Fields f = in.fields(SNAPSHOT_FIELDS, name -> switch (name) {
            case "rebalances" -> rebalanceMark();
            case "version" -> in.int32(1, Integer.MAX_VALUE);
            case "at" -> in.instant();
            case "source" -> in.constant(ObservationSource.class);
            case "state" -> in.constant(StreamsGroupState.class);
            case "stateSource" -> in.constant(StateSource.class);
            case "assignor", "coordinator" -> in.orNull(in::text);
            case "members" -> in.list(() -> member(heard));
            case "statuses" -> in.orNull(() -> in.list(this::status));
            case "endpointMap" -> in.orNull(this::endpointMap);
            case "subtopologies" -> in.orNull(() -> in.list(() -> fitting(JsonCursor.MAX_JSON, this::subtopology)));
            case "conditions" -> in.orNull(() -> in.list(this::condition));
            case "changes" -> fitting(JsonCursor.MAX_JSON, () -> in.list(() -> in.text(JsonCursor.MAX_JSON)));
            default -> in.orNull(in::int32);
        });
        in.requireAll(SNAPSHOT, f);
        int number = f.<Integer>get("version");
        Instant at = f.get("at");
        if (lastAt != null && number != lastVersion + 1) {
            throw in.bad("version", "is " + number + ", where " + (lastVersion + 1) + " follows " + lastVersion);
        }
        if (lastAt != null && at.isBefore(lastAt)) {
            throw in.bad("at", "is " + at + ", which is before the version before it, at " + lastAt);
        }
        snapshots++;
        lastVersion = number;
        lastAt = at;
        List<Member> members = f.get("members");
        requireDistinct(members, Member::memberId, "members");
        List<Subtopology> subtopologies = f.get("subtopologies");
        if (subtopologies != null) {
            requireDistinct(subtopologies, Subtopology::subtopologyId, "subtopologies");
        }
        @Nullable List<StatusInterval> told = f.get("statuses");
        List<StatusInterval> statuses = told == null ? List.of() : told;
        requireDistinct(statuses, StatusInterval::status, "statuses");
        for (StatusInterval status : statuses) {
            if (status.openedAt().isAfter(at)) {
                throw in.bad(
                        "statuses", "hold one that opens at " + status.openedAt() + ", after the snapshot at " + at);
            }
        }
        requireFit(
                MAX_STATUS_CODES_JSON,
                statuses.stream().map(StatusInterval::code).distinct().toList());
        GroupState state = new GroupState(
                java.util.Objects.requireNonNull(groupId),
                f.get("state"),
                f.get("stateSource"),
                f.get("groupEpoch"),
                f.get("assignmentEpoch"),
                f.get("topologyEpoch"),
                f.get("assignor"),
                f.get("coordinator"),
                members,
                told == null
                        ? null
                        : told.stream().map(StatusInterval::status).sorted().toList(),
                f.get("endpointMap"),
                subtopologies == null
                        ? null
                        : subtopologies.stream()
                                .sorted(java.util.Comparator.comparing(
                                        Subtopology::subtopologyId, TaskId::compareSubtopologies))
                                .toList());
        Insight found = Insights.next(lastInsight, lastState, state, Transition.at(at));
        RebalanceMark mark = f.get("rebalances");
        @Nullable List<Condition> begun = f.get("conditions");
        Insight insight = new Insight(
                mark == null ? found.rebalances() : mark,
                lastState == null && begun != null ? since(found.conditions(), begun) : found.conditions());
        lastInsight = insight;
        lastState = state;
        return new NewSnapshot(
                at, f.get("source"), state, f.get("changes"), Map.of(), insight, new Restored(number, heard, statuses));
    }

    private Condition condition() {
        Fields f = in.object(CONDITION, name -> switch (name) {
            case "kind" -> in.constant(Condition.Kind.class);
            case "subject" -> in.orNull(in::text);
            case "since" -> in.instant();
            default -> in.text();
        });
        return new Condition(
                f.get("code"), new Condition.Subject(f.get("kind"), f.get("subject")), f.get("since"), Map.of());
    }

    /** What a state shows, since when it was told to; what it does not show was not there. */
    private static List<Condition> since(List<Condition> shown, List<Condition> begun) {
        return shown.stream()
                .map(now -> begun.stream()
                        .filter(told -> told.code().equals(now.code())
                                && told.subject().equals(now.subject())
                                && told.since().isBefore(now.since()))
                        .findFirst()
                        .map(told -> new Condition(now.code(), now.subject(), told.since(), now.evidence()))
                        .orElse(now))
                .toList();
    }

    private <T> void requireDistinct(List<T> list, Function<T, Object> key, String field) {
        Set<Object> keys = new HashSet<>();
        for (T item : list) {
            if (!keys.add(key.apply(item))) {
                throw in.bad(field, "hold the same one twice: " + key.apply(item));
            }
        }
    }

    private Member member(Map<String, Instant> heard) {
        Fields f = in.object(MEMBER, name -> switch (name) {
            case "memberId" -> in.text();
            case "instanceId", "rackId", "clientId", "clientHost", "processId" -> in.orNull(in::text);
            case "endpoint" -> in.orNull(this::endpoint);
            case "clientTags" -> in.orNull(() -> fitting(JsonCursor.MAX_JSON, () -> in.map(in::text)));
            case "classic" -> in.orNull(in::truth);
            case "away", "fenced" -> in.truth();
            case "lastHeartbeatAt" -> in.orNull(in::instant);
            case "acceptableRecoveryLag" -> in.orNull(in::int64);
            case "owned", "assigned", "target" -> in.orNull(this::tasks);
            default -> in.orNull(in::int32);
        });
        String memberId = f.get("memberId");
        Instant lastHeartbeatAt = f.get("lastHeartbeatAt");
        if (lastHeartbeatAt != null) {
            heard.put(memberId, lastHeartbeatAt);
        }
        return new Member(
                memberId,
                f.get("memberEpoch"),
                f.get("instanceId"),
                f.get("rackId"),
                f.get("clientId"),
                f.get("clientHost"),
                f.get("processId"),
                f.get("topologyEpoch"),
                f.get("endpoint"),
                f.get("clientTags"),
                f.get("classic"),
                f.<Boolean>get("away"),
                f.<Boolean>get("fenced"),
                f.get("heartbeatIntervalMs"),
                f.get("taskOffsetIntervalMs"),
                f.get("acceptableRecoveryLag"),
                f.get("throttleTimeMs"),
                known(f.get("owned")),
                known(f.get("assigned")),
                known(f.get("target")));
    }

    private static Tasks known(@Nullable Tasks tasks) {
        return tasks == null ? Tasks.UNKNOWN : tasks;
    }

    private Tasks tasks() {
        Fields f = in.object(TASKS, name -> in.orNull(() -> in.list(this::taskId)));
        return new Tasks(f.get("active"), f.get("standby"), f.get("warmup"));
    }

    private TaskId taskId() {
        String text = in.text();
        try {
            return TaskId.parse(text);
        } catch (IllegalArgumentException e) {
            throw in.bad("is no task id; one looks like 1_3");
        }
    }

    private Endpoint endpoint() {
        Fields f = in.object(ENDPOINT, this::endpointField);
        return new Endpoint(f.get("host"), f.<Integer>get("port"));
    }

    private Object endpointField(String name) {
        return name.equals("host") ? in.text() : (Object) in.int32(0, 65_535);
    }

    private RebalanceMark rebalanceMark() {
        Fields f = in.object(REBALANCE_MARK, name -> switch (name) {
            case "count" -> in.int32(0, Integer.MAX_VALUE);
            case "subject" -> in.orNull(in::text);
            case "causes" -> fitting(JsonCursor.MAX_JSON, () -> in.list(this::rebalanceCause));
            default -> in.orNull(in::instant);
        });
        return new RebalanceMark(
                f.<Integer>get("count"),
                f.get("begunAt"),
                f.get("begunAfter"),
                f.get("settledAt"),
                f.get("pendingSince"),
                f.get("subject"),
                f.get("causes"));
    }

    private RebalanceCause rebalanceCause() {
        Fields f = in.object(REBALANCE_CAUSE, name -> switch (name) {
            case "kind" -> in.constant(RebalanceCause.Kind.class);
            case "at" -> in.instant();
            case "endpoint" -> in.orNull(this::endpoint);
            case "wholeProcess" -> in.orNull(in::truth);
            case "lastHeardAt" -> in.orNull(in::instant);
            case "errorCode" -> in.orNull(in::int32);
            default -> in.orNull(in::text);
        });
        return new RebalanceCause(
                f.get("kind"),
                f.get("at"),
                f.get("memberId"),
                f.get("instanceId"),
                f.get("processId"),
                f.get("endpoint"),
                f.get("clientId"),
                f.get("wholeProcess"),
                f.get("lastHeardAt"),
                f.get("errorCode"),
                f.get("from"),
                f.get("to"));
    }

    private StatusInterval status() {
        Fields f = in.object(STATUS, name -> switch (name) {
            case "memberId" -> in.text();
            case "code" -> in.int16();
            case "detail" -> in.orNull(in::text);
            default -> in.instant();
        });
        Instant openedAt = f.get("openedAt");
        Instant lastSeenAt = f.get("lastSeenAt");
        if (lastSeenAt.isBefore(openedAt)) {
            throw in.bad("lastSeenAt", "is " + lastSeenAt + ", which is before openedAt, " + openedAt);
        }
        return new StatusInterval(
                f.get("memberId"), f.<Integer>get("code"), f.get("detail"), openedAt, null, lastSeenAt);
    }

    private EndpointMap endpointMap() {
        Fields f = in.object(ENDPOINT_MAP, name -> switch (name) {
            case "informationEpoch" -> in.orNull(in::int32);
            case "source" -> in.constant(EndpointMap.Source.class);
            default ->
                in.list(() -> {
                    long begin = in.position();
                    EndpointPartitions entry = endpointEntry();
                    requireFit(JsonCursor.MAX_JSON, in.position() - begin, entry.partitions());
                    return entry;
                });
        });
        return new EndpointMap(f.get("informationEpoch"), f.get("source"), f.get("endpoints"));
    }

    private EndpointPartitions endpointEntry() {
        Fields f = in.object(ENDPOINT_ENTRY, name -> switch (name) {
            case "host", "port" -> endpointField(name);
            case "partitions" -> in.list(this::topic);
            default -> in.orNull(() -> in.list(this::topic));
        });
        return new EndpointPartitions(
                new Endpoint(f.get("host"), f.<Integer>get("port")),
                f.get("active"),
                f.get("standby"),
                f.get("partitions"));
    }

    private TopicPartitions topic() {
        Fields f = in.object(TOPIC, name -> name.equals("topic") ? in.text() : partitions());
        return new TopicPartitions(f.get("topic"), f.get("partitions"));
    }

    private List<Integer> partitions() {
        return in.list(() -> in.int32(0, Integer.MAX_VALUE));
    }

    private Subtopology subtopology() {
        Fields f = in.object(SUBTOPOLOGY, name -> switch (name) {
            case "subtopologyId" -> in.text();
            case "partitions" ->
                in.orNull(() -> partitions().stream().sorted().distinct().toList());
            default -> in.orNull(() -> in.list(in::text));
        });
        return new Subtopology(
                f.get("subtopologyId"),
                f.get("partitions"),
                f.get("sourceTopics"),
                f.get("sourceTopicRegex"),
                f.get("repartitionSourceTopics"),
                f.get("repartitionSinkTopics"),
                f.get("changelogTopics"));
    }

    private ErrorRun error() {
        Fields f = in.object(ERROR, name -> switch (name) {
            case "memberId", "instanceId", "message" -> in.orNull(in::text);
            case "code" -> in.int16();
            case "firstAt", "lastAt" -> in.instant();
            case "count" -> in.int32(1, Integer.MAX_VALUE);
            default -> in.orNull(in::int32);
        });
        Instant first = f.get("firstAt");
        Instant last = f.get("lastAt");
        if (last.isBefore(first)) {
            throw in.bad("lastAt", "is " + last + ", which is before firstAt, " + first);
        }
        lastErrorAt = inOrder("lastAt", last, "error", lastErrorAt);
        return new ErrorRun(
                new MemberError(
                        f.get("memberId"),
                        f.get("instanceId"),
                        f.<Integer>get("code"),
                        f.get("message"),
                        f.get("sentMemberEpoch"),
                        f.get("knownMemberEpoch")),
                first,
                last,
                f.<Integer>get("count"));
    }

    /** An instant, which is not before that of the entry before. */
    private Instant inOrder(String field, Instant at, String entry, @Nullable Instant before) {
        if (before != null && at.isBefore(before)) {
            throw in.bad(field, "is " + at + ", which is before that of the " + entry + " before it, " + before);
        }
        return at;
    }

    private Silence silence() {
        Fields f = in.object(SILENCE, name -> switch (name) {
            case "memberId" -> in.text();
            case "heartbeatIntervalMs" -> in.orNull(in::int32);
            default -> in.instant();
        });
        Instant heardAt = f.get("heardAt");
        Instant endedAt = f.get("endedAt");
        if (!endedAt.isAfter(heardAt)) {
            throw in.bad("endedAt", "is " + endedAt + ", which is not after heardAt, " + heardAt);
        }
        lastEndedAt = inOrder("endedAt", endedAt, "silence", lastEndedAt);
        return new Silence(f.get("memberId"), heardAt, endedAt, f.get("heartbeatIntervalMs"));
    }

    private OffsetReport offsets() {
        Fields f = in.object(OFFSETS, name -> switch (name) {
            case "memberId" -> in.text();
            case "at" -> in.instant();
            default -> fitting(JsonCursor.MAX_JSON, () -> in.list(this::offset));
        });
        List<TaskOffset> offsets = f.get("offsets");
        requireDistinct(offsets, TaskOffset::task, "offsets");
        return new OffsetReport(f.get("memberId"), f.get("at"), offsets);
    }

    private GroupConfigs configs() {
        Fields f = in.object(
                CONFIGS,
                name -> name.equals("readAt")
                        ? in.instant()
                        : fitting(JsonCursor.MAX_JSON, () -> in.map(this::setting)));
        Instant readAt = f.get("readAt");
        if (lastConfigsAt != null && !readAt.isAfter(lastConfigsAt)) {
            throw in.bad(
                    "readAt", "is " + readAt + ", which is not after that of the configs before, " + lastConfigsAt);
        }
        lastConfigsAt = readAt;
        Map<String, GroupConfigs.Value> settings = f.get("settings");
        settings.forEach((name, setting) -> {
            if (setting.since().isAfter(readAt)) {
                throw in.bad("settings", "have " + name + " since " + setting.since() + ", after readAt, " + readAt);
            }
        });
        return new GroupConfigs(readAt, settings);
    }

    private GroupConfigs.Value setting() {
        Fields f = in.object(SETTING, name -> switch (name) {
            case "own" -> in.truth();
            case "since" -> in.instant();
            default -> in.orNull(in::text);
        });
        return new GroupConfigs.Value(f.get("value"), f.<Boolean>get("own"), f.get("since"));
    }

    private TaskOffset offset() {
        Fields f = in.object(OFFSET, name -> name.equals("taskId") ? taskId() : in.orNull(in::int64));
        return new TaskOffset(f.get("taskId"), f.get("offset"), f.get("endOffset"));
    }

    /** Reads a structure that is stored as JSON in a column of so many characters. */
    private <T> T fitting(int max, Supplier<T> structure) {
        long begin = in.position();
        T read = structure.get();
        requireFit(max, in.position() - begin, read);
        return read;
    }

    /** @param taken of the document; a structure is stored in no more characters than it took here */
    private void requireFit(int max, long taken, Object structure) {
        if (taken > max) {
            requireFit(max, structure);
        }
    }

    private void requireFit(int max, Object structure) {
        if (JSON.writeValueAsString(structure).length() > max) {
            throw in.bad("holds more than fits into the store");
        }
    }
}
