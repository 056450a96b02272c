package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.heartbeat.HeartbeatFold;
import io.streamgauge.heartbeat.HeartbeatFormat;
import io.streamgauge.history.GroupWrite.NewSnapshot;
import io.streamgauge.ingest.RecordingHistory;
import io.streamgauge.replay.Recording.LineError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTests {

    private static final Duration SESSION = Duration.ofSeconds(45);

    @TempDir
    private Path directory;

    private final RecordingHistory history = new RecordingHistory(null);
    private final List<RecordingFile.Opened> opened = new ArrayList<>();

    private Replay replay(@Nullable Pace pace) {
        return new Replay(new HeartbeatFold(SESSION), history.collect(), 1L, pace);
    }

    /** A file of a recording; it has a name when there are several. */
    private ReplayPart part(@Nullable String name, String... lines) throws IOException {
        Path path = Files.write(Files.createTempFile(directory, "part", ".jsonl"), Arrays.asList(lines));
        RecordingFile.Opened file = new RecordingFile(path).open();
        opened.add(file);
        return new ReplayPart(name, file, HeartbeatFormat.HEARTBEAT_JSONL.reader(ZoneOffset.UTC, null), 10_000);
    }

    private Replay replayed(String... lines) throws IOException {
        Replay replay = replay(null);
        replay.run(List.of(part(null, lines)), () -> false, () -> {});
        return replay;
    }

    private static String beat(String time, String member, int sentEpoch, int answeredEpoch) {
        return line(
                time,
                member,
                "\"request\":{\"memberEpoch\":" + sentEpoch + "}",
                "\"response\":{\"errorCode\":0,\"memberId\":\"" + member + "\",\"memberEpoch\":" + answeredEpoch + "}");
    }

    private static String unanswered(String time, String member, int sentEpoch) {
        return line(time, member, "\"request\":{\"memberEpoch\":" + sentEpoch + "}");
    }

    private static String line(String time, String member, String... messages) {
        return "{\"at\":\"2026-11-29T" + time + "Z\",\"groupId\":\"g\",\"memberId\":\"" + member + "\","
                + String.join(",", messages) + "}";
    }

    private Stream<NewSnapshot> snapshots() {
        return history.writes.stream().flatMap(write -> write.snapshots().stream());
    }

    private GroupState last() {
        return snapshots().reduce((a, b) -> b).orElseThrow().state();
    }

    private static Instant at(String time) {
        return Instant.parse("2026-11-29T" + time + "Z");
    }

    @Test
    void filesAreMergedByTimeAndEachKeepsItsOwnOrder() throws IOException {
        Replay replay = replay(null);
        replay.run(
                List.of(
                        part("a.log", beat("22:00:00", "A", 0, 1), beat("22:00:20", "A2", 0, 3)),
                        part("b.log", beat("22:00:10", "B", 0, 2), "rubbish", beat("22:00:08", "B2", 0, 2)),
                        part("empty.log")),
                () -> false,
                () -> {});

        assertThat(snapshots().map(s -> s.state().members().size())).containsExactly(1, 2, 3, 4);
        assertThat(snapshots().map(NewSnapshot::at))
                .as("a line that is stamped earlier than the one before it in its file still comes after that")
                .containsExactly(at("22:00:00"), at("22:00:10"), at("22:00:10"), at("22:00:20"));
        assertThat(replay.progress().lines()).isEqualTo(5);
        assertThat(replay.progress().heartbeats()).isEqualTo(4);
        assertThat(replay.progress().firstHeartbeatAt()).isEqualTo(at("22:00:00"));
        assertThat(replay.progress().lastHeartbeatAt()).isEqualTo(at("22:00:20"));
    }

    @Test
    void anErrorSaysWhichFileItIsInWhenThereAreSeveral() throws IOException {
        Replay replay = replay(null);
        replay.run(
                List.of(part("a.log", beat("22:00:00", "A", 0, 1)), part("b.log", "{\"at\":\"2026-11-29T22:00:01Z\",")),
                () -> false,
                () -> {});
        assertThat(replay.progress().errors()).singleElement().satisfies(error -> {
            assertThat(error.line()).isEqualTo(1);
            assertThat(error.message()).startsWith("b.log: ");
        });
    }

    @Test
    void aHeartbeatStampedFarBackIsSkippedAndOneALittleBackIsNot() throws IOException {
        Replay replay = replayed(
                beat("22:00:00", "A", 0, 1),
                beat("22:00:30", "A", 1, 1),
                beat("22:00:26", "B", 0, 2),
                beat("22:00:24", "C", 0, 3));

        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A", "B");
        assertThat(replay.progress().skipped()).containsEntry("time-backwards", 1L);
        assertThat(replay.progress().errors()).extracting(LineError::line).containsExactly(4L);
        assertThat(replay.progress().heartbeats()).isEqualTo(3);
    }

    @Test
    void aLineStampedFarAheadIsSkippedWhenTheNextIsNot() throws IOException {
        Replay replay = replayed(beat("22:00:00", "A", 0, 1), beat("23:30:00", "B", 0, 2), beat("22:00:05", "A", 1, 1));

        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A");
        assertThat(replay.progress().skipped()).containsEntry("time-ahead", 1L);
        assertThat(replay.progress().errors()).extracting(LineError::line).containsExactly(2L);
        assertThat(replay.progress().lastHeartbeatAt()).isEqualTo(at("22:00:05"));
    }

    @Test
    void aStepOfTimeIsBelievedWhenTheNextLineTakesItToo() throws IOException {
        Replay replay = replayed(beat("22:00:00", "A", 0, 1), beat("23:30:00", "B", 0, 2), beat("23:30:01", "B", 2, 2));

        assertThat(replay.progress().skipped()).isEmpty();
        assertThat(last().members())
                .as("A was silent for longer than its session")
                .extracting(m -> m.memberId())
                .containsExactly("B");
    }

    @Test
    void aStepOfTimeAtTheEndIsBelieved() throws IOException {
        Replay replay = replayed(beat("22:00:00", "A", 0, 1), beat("23:30:00", "B", 0, 2));
        assertThat(replay.progress().skipped()).isEmpty();
        assertThat(replay.progress().heartbeats()).isEqualTo(2);
        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("B");
    }

    @Test
    void aFirstLineWithAWrongClockDoesNotShutOutTheRest() throws IOException {
        Replay replay = replayed(beat("23:30:00", "X", 0, 1), beat("22:00:00", "A", 0, 1), beat("22:00:05", "A", 1, 1));
        assertThat(replay.progress().skipped()).containsEntry("time-ahead", 1L);
        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A");
    }

    @Test
    void ofARequestThatIsFoundUnansweredTooLateOnlyAFarewellIsTaken() throws IOException {
        Replay replay = replayed(
                beat("22:00:00", "A", 0, 1),
                beat("22:00:01", "B", 0, 2),
                beat("22:00:30", "A", 1, 2),
                unanswered("22:00:10", "C", 0),
                unanswered("22:00:12", "B", -1));

        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A");
        assertThat(replay.progress().heartbeats()).isEqualTo(5);
        assertThat(replay.progress().skipped()).isEmpty();
        assertThat(replay.progress().errors().get(0).message()).contains("too old to be taken");
        assertThat(replay.progress().errors().get(1).message()).contains("only what the member said was taken");
    }

    @Test
    void aStopKeepsWhatWasRead() throws IOException {
        AtomicInteger steps = new AtomicInteger();
        Replay replay = replay(null);
        // A line is read in one step and taken in the next.
        replay.run(
                List.of(part(
                        null, beat("22:00:00", "A", 0, 1), beat("22:00:01", "B", 0, 2), beat("22:00:02", "C", 0, 3))),
                () -> steps.incrementAndGet() > 4,
                () -> {});
        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A", "B");
    }

    @Test
    void aStopWhileItWaitsForALineTakesNothingMore() throws IOException {
        AtomicInteger waits = new AtomicInteger();
        Pace halted = new Pace(1, () -> 0);
        Replay replay = replay(halted);
        replay.run(
                List.of(part(null, beat("22:00:00", "A", 0, 1), beat("22:00:01", "B", 0, 2))),
                () -> waits.incrementAndGet() > 20,
                () -> {});
        assertThat(last().members()).extracting(m -> m.memberId()).containsExactly("A");
        assertThat(replay.progress().heartbeats()).isEqualTo(1);
    }

    @Test
    void whileItWaitsEverythingIsStoredAndShown() throws IOException {
        long[] now = {0};
        Pace pace = new Pace(1, () -> now[0] += Duration.ofMillis(300).toNanos());
        Replay replay = replay(pace);
        List<Long> shown = new ArrayList<>();
        replay.run(
                List.of(part(null, beat("22:00:00", "A", 0, 1), beat("22:00:20", "B", 0, 2))),
                () -> false,
                () -> shown.add(replay.progress().snapshots()));
        assertThat(shown).as("before the second line was due").contains(1L);
        assertThat(replay.progress().snapshots()).isEqualTo(2);
    }

    @Test
    void aFileWithoutAHeartbeatIsToldWhatItIs() throws IOException {
        assertThat(replayed().whyNothing()).isEqualTo("The file is empty");
        assertThat(replayed("hello", "world").whyNothing()).contains("broker-request-log", "heartbeat-jsonl");
        assertThat(replayed("{\"at\":\"2026-11-29T22:00:01Z\",\"groupId\":").whyNothing())
                .startsWith("No heartbeat in this file could be read; line 1: ");
        assertThat(replayed(beat("22:00:00", "A", 0, 1)).whyNothing()).isNull();
    }
}
