package io.streamgauge.analysis;

import io.streamgauge.group.MemberStatus;
import io.streamgauge.group.StatusCode;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says in plain words what differs between two states of a group. */
public final class Changes {

    private static final int MAX_SENTENCES = 12;
    private static final int MAX_TASKS = 8;
    private static final int MAX_DETAIL = 300;
    private static final int MAX_SENTENCE = 600;

    private Changes() {}

    /** Sentences about a difference, the most telling first, at most a dozen of them; empty when nothing differs. */
    public static List<String> describe(GroupDiff diff) {
        return describe(diff, List.of());
    }

    /**
     * Sentences about a difference, as the other has them, and about endpoints.
     *
     * @param endpoints how the endpoint map differs
     */
    public static List<String> describe(GroupDiff diff, List<EndpointChange> endpoints) {
        List<String> all = new ArrayList<>();
        if (diff.before() == null) {
            all.add("first observed");
        } else if (diff.before() != diff.after()) {
            all.add("state " + diff.before() + " → " + diff.after());
        }
        diff.left().forEach(id -> all.add(id + " is no longer a member"));
        diff.joined().forEach(id -> all.add(id + " is a new member"));
        statuses(diff.statusesOpened(), "opened", all);
        statuses(diff.statusesClosed(), "closed", all);
        tasks(diff, TaskView.ASSIGNED, "is told to run", all);
        tasks(diff, TaskView.OWNED, "runs", all);
        tasks(diff, TaskView.TARGET, "is to get", all);
        diff.fields().forEach(field -> all.add(text(field)));
        fields(diff.changed(), all);
        if (diff.topologyChanged()) {
            all.add("topology changed");
        }
        if (diff.endpointsChanged()) {
            all.add(
                    Objects.equals(diff.endpointEpochBefore(), diff.endpointEpochAfter())
                            ? "endpoint map changed"
                            : "endpoint map epoch " + text(diff.endpointEpochBefore()) + " → "
                                    + text(diff.endpointEpochAfter()));
        }
        endpoints.forEach(endpoint -> all.add(text(endpoint)));
        if (all.size() > MAX_SENTENCES) {
            int more = all.size() - MAX_SENTENCES + 1;
            List<String> first = new ArrayList<>(all.subList(0, MAX_SENTENCES - 1));
            first.add("and " + more + " more changes");
            return first.stream().map(Changes::cut).toList();
        }
        return all.stream().map(Changes::cut).toList();
    }

    /** Names may be as long as Kafka allows; a sentence need not be. */
    private static String cut(String sentence) {
        return cut(sentence, MAX_SENTENCE);
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        boolean splits = Character.isSurrogatePair(text.charAt(length - 1), text.charAt(length));
        return text.substring(0, splits ? length - 1 : length) + "…";
    }

    private static String text(@Nullable Object value) {
        return value == null ? "unknown" : value.toString();
    }

    private static String text(GroupDiff.FieldChange field) {
        return field.name() + " " + text(field.from()) + " → " + text(field.to());
    }

    /** What changes alike for several members, as their epochs do in a rebalance, is said once. */
    private static void fields(List<GroupDiff.MemberChange> changed, List<String> all) {
        Map<GroupDiff.FieldChange, List<String>> members = new LinkedHashMap<>();
        for (GroupDiff.MemberChange member : changed) {
            member.fields()
                    .forEach(field -> members.computeIfAbsent(field, f -> new ArrayList<>())
                            .add(member.memberId()));
        }
        members.forEach((field, ids) -> all.add(
                ids.size() == 1 ? ids.get(0) + " " + text(field) : text(field) + " for " + ids.size() + " members"));
    }

    private static String text(EndpointChange change) {
        if (!change.after()) {
            return change.endpoint() + " is no longer an endpoint";
        }
        List<String> parts = new ArrayList<>();
        for (EndpointChange.Served served : change.served()) {
            List<String> partitions = new ArrayList<>();
            served.lost().forEach(t -> t.partitions().forEach(p -> partitions.add("−" + t.topic() + "-" + p)));
            served.gained().forEach(t -> t.partitions().forEach(p -> partitions.add("+" + t.topic() + "-" + p)));
            parts.add((served.role() == QueryEndpoints.Role.UNKNOWN
                            ? ""
                            : served.role().name().toLowerCase(Locale.ROOT) + " ")
                    + listed(partitions));
        }
        return change.endpoint()
                + (change.before() ? " serves " : " is a new endpoint" + (parts.isEmpty() ? "" : ", serves "))
                + String.join(", ", parts);
    }

    private static void statuses(List<MemberStatus> statuses, String verb, List<String> all) {
        Map<String, Integer> members = new LinkedHashMap<>();
        for (MemberStatus status : statuses) {
            String detail = status.detail() == null ? "" : ": " + status.detail();
            members.merge(
                    StatusCode.nameOf(status.code()) + " " + verb + " for %s"
                            + cut(detail, MAX_DETAIL).replace("%", "%%"),
                    1,
                    Integer::sum);
        }
        members.forEach((sentence, count) ->
                all.add(String.format(Locale.ROOT, sentence, count == 1 ? "1 member" : count + " members")));
    }

    private static void tasks(GroupDiff diff, TaskView view, String verb, List<String> all) {
        Map<String, Map<TaskRole, List<String>>> byMember = new TreeMap<>();
        for (GroupDiff.TaskChange change : diff.tasks()) {
            if (change.view() != view) {
                continue;
            }
            gained(change.to(), change.from(), "+", change.task(), change.role(), byMember);
            gained(change.from(), change.to(), "−", change.task(), change.role(), byMember);
        }
        byMember.forEach((memberId, roles) -> {
            List<String> parts = new ArrayList<>();
            roles.forEach((role, tasks) -> parts.add(role.name().toLowerCase(Locale.ROOT) + " " + listed(tasks)));
            all.add(memberId + " " + verb + " " + String.join(", ", parts));
        });
    }

    private static void gained(
            List<String> members,
            List<String> others,
            String sign,
            TaskId task,
            TaskRole role,
            Map<String, Map<TaskRole, List<String>>> byMember) {
        for (String member : members) {
            if (!others.contains(member)) {
                byMember.computeIfAbsent(member, m -> new TreeMap<>())
                        .computeIfAbsent(role, r -> new ArrayList<>())
                        .add(sign + task);
            }
        }
    }

    private static String listed(List<String> tasks) {
        if (tasks.size() <= MAX_TASKS) {
            return String.join(" ", tasks);
        }
        return String.join(" ", tasks.subList(0, MAX_TASKS)) + " and " + (tasks.size() - MAX_TASKS) + " more";
    }
}
