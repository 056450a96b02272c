package io.streamgauge.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PendingEventsTests {

    private final PendingEvents pending = new PendingEvents(3);

    @Test
    void ofASubjectTheLatestIsKeptAndComesWhereItHappened() {
        pending.put("a", 1);
        pending.put("b", 2);
        pending.put("a", 3);
        assertThat(pending.take()).isEqualTo(new PendingEvents.Batch(List.of(2, 3), false));
        assertThat(pending.take()).isEqualTo(new PendingEvents.Batch(List.of(), false));
    }

    @Test
    void aSubjectThatIsThereTakesNoRoom() {
        for (int i = 0; i < 100; i++) {
            pending.put(i % 3, i);
        }
        assertThat(pending.take()).isEqualTo(new PendingEvents.Batch(List.of(97, 98, 99), false));
    }

    @Test
    void moreSubjectsThanThereIsRoomForAreToldAsMissing() {
        for (int i = 0; i < 10; i++) {
            pending.put(i, i);
        }
        assertThat(pending.take()).isEqualTo(new PendingEvents.Batch(List.of(9), true));
        pending.put("a", 1);
        assertThat(pending.take()).isEqualTo(new PendingEvents.Batch(List.of(1), false));
    }
}
