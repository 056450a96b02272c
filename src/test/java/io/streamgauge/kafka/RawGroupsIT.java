package io.streamgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Test;

/** Groups whose heartbeats are sent by hand are groups like others to the broker. */
class RawGroupsIT {

    @Test
    void groupsOfTwentyMembersAndSixtyTasksAreStableAndStayWithoutFurtherHeartbeats() {
        try (InProcessBroker broker = InProcessBroker.start(RawGroups.SETTINGS)) {
            RawGroups groups = new RawGroups(broker.admin(), broker.bootstrapServers(), 20, 3, 20);
            groups.create(List.of("one", "two", "three"));
            StreamsGroupDescription before = StreamsGroups.describe(broker.admin(), "two");
            assertThat(before.groupState()).isEqualTo(GroupState.STABLE);
            assertThat(before.members()).hasSize(20).allSatisfy(member -> {
                assertThat(member.assignment()).isEqualTo(member.targetAssignment());
                assertThat(member.memberEpoch()).isEqualTo(before.groupEpoch());
            });
            assertThat(before.members().stream()
                            .flatMap(member -> member.assignment().activeTasks().stream())
                            .mapToInt(tasks -> tasks.partitions().size())
                            .sum())
                    .isEqualTo(60);
            groups.changeAll();
            StreamsGroupDescription after = StreamsGroups.describe(broker.admin(), "two");
            assertThat(after.groupState()).isEqualTo(GroupState.STABLE);
            assertThat(after.groupEpoch()).isGreaterThan(before.groupEpoch());
            assertThat(after.members()).hasSize(20);
        }
    }
}
