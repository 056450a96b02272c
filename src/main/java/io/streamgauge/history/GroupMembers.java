package io.streamgauge.history;

import io.streamgauge.group.Member;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A group in a list, with its members.
 *
 * @param members by member id
 * @param lastHeartbeatAt by member id, as {@link Snapshot} has it
 */
public record GroupMembers(GroupSummary group, List<Member> members, Map<String, Instant> lastHeartbeatAt) {

    public GroupMembers {
        members = List.copyOf(members);
        lastHeartbeatAt = Map.copyOf(lastHeartbeatAt);
    }
}
