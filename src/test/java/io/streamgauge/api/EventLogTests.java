package io.streamgauge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.api.LiveEvent.Filter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTests {

    private final EventLog log = new EventLog("abc", 4, 1_000);

    private void append(int events) {
        for (int i = 0; i < events; i++) {
            log.append("snapshot", "c", "g", "{}");
        }
    }

    private List<Long> kept() {
        List<Long> numbers = new ArrayList<>();
        for (LiveEvent event = log.after(0); event != null; event = log.after(event.number)) {
            numbers.add(event.number);
        }
        return numbers;
    }

    @Test
    void anEventIsOnTheWireWithItsIdNameAndData() {
        log.append("snapshot", "c", "g", "{\"version\":1}");
        assertThat(new String(log.after(0).bytes(), StandardCharsets.UTF_8))
                .isEqualTo("id: abc-1\nevent: snapshot\ndata: {\"version\":1}\n\n");
    }

    @Test
    void theOldestAreForgottenWhenThereAreTooMany() {
        append(3);
        assertThat(kept()).containsExactly(1L, 2L, 3L);
        append(7);
        assertThat(kept()).containsExactly(7L, 8L, 9L, 10L);
        assertThat(log.last()).isEqualTo(10);
    }

    @Test
    void theOldestAreForgottenWhenTheyAreTooLargeTogether() {
        append(2);
        log.append("snapshot", "c", "g", "x".repeat(900));
        assertThat(kept()).containsExactly(2L, 3L);
        log.append("snapshot", "c", "g", "x".repeat(2_000));
        assertThat(kept()).containsExactly(4L);
        append(2);
        assertThat(kept()).containsExactly(5L, 6L);
    }

    @Test
    void aClientGoesOnFromWhatItKnowsAsLongAsNothingAfterItIsForgotten() {
        assertThat(log.resume("abc-0")).hasValue(0);
        append(6);
        assertThat(log.resume("abc-6")).hasValue(6);
        assertThat(log.resume("abc-2")).hasValue(2);
        assertThat(log.resume("abc-1")).as("3 is kept, 2 is not").isEmpty();
    }

    @Test
    void anIdThatWasNeverGivenIsNoPlace() {
        append(2);
        for (String id :
                List.of("", "abc", "abc-", "abc-3", "abd-1", "abc-01", "abc--1", "abc-1 ", "abc-1".repeat(99))) {
            assertThat(log.resume(id)).as(id).isEmpty();
        }
    }

    @Test
    void aFilterTakesWhatItNamesAndEveryReload() {
        LiveEvent snapshot = new LiveEvent(1, "abc-1", "snapshot", "c", "g", "{}");
        LiveEvent recording = new LiveEvent(2, "abc-2", "recording", "c", null, "{}");
        LiveEvent reload = new LiveEvent(3, "abc-3", LiveEvent.RELOAD, null, null, "{}");
        assertThat(taken(new Filter(null, null), snapshot, recording, reload)).containsExactly(1L, 2L, 3L);
        assertThat(taken(new Filter("c", null), snapshot, recording, reload)).containsExactly(1L, 2L, 3L);
        assertThat(taken(new Filter("d", null), snapshot, recording, reload)).containsExactly(3L);
        assertThat(taken(new Filter("c", "g"), snapshot, recording, reload)).containsExactly(1L, 3L);
        assertThat(taken(new Filter(null, "h"), snapshot, recording, reload)).containsExactly(3L);
    }

    private static List<Long> taken(Filter filter, LiveEvent... events) {
        return List.of(events).stream()
                .filter(filter::takes)
                .map(event -> event.number)
                .toList();
    }
}
