package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.heartbeat.HeartbeatExchange;
import io.streamgauge.heartbeat.HeartbeatReader;
import io.streamgauge.heartbeat.LineResult;
import io.streamgauge.heartbeat.SkipReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayPartTests {

    private static final Instant T0 = Instant.parse("2026-11-29T22:00:00Z");

    @TempDir
    private Path directory;

    /** A reader that holds every line's exchange back until the end. */
    private static final class Holding implements HeartbeatReader {

        private final List<HeartbeatExchange> held = new ArrayList<>();

        @Override
        public LineResult read(byte[] buffer, int offset, int length) {
            String member = new String(buffer, offset, length, StandardCharsets.UTF_8);
            held.add(new HeartbeatExchange(T0, "g", member, null, null, null, null));
            return new LineResult.Waiting(T0);
        }

        @Override
        public List<HeartbeatExchange> finish() {
            return held;
        }
    }

    private ReplayPart part(@Nullable String name, String content) throws IOException {
        Path file = Files.writeString(directory.resolve("part.log"), content);
        return new ReplayPart(name, new RecordingFile(file).open(), new Holding(), 20);
    }

    @Test
    void whatItsReaderHeldBackComesBehindTheLastLine() throws IOException {
        ReplayPart part = part(null, "a\nb\n");
        assertThat(part.next()).isEqualTo(new LineResult.Waiting(T0));
        assertThat(part.next()).isEqualTo(new LineResult.Waiting(T0));
        assertThat(List.of(member(part), member(part))).containsExactly("a", "b");
        assertThat(part.next()).isNull();
        assertThat(part.next()).as("its end again").isNull();
        assertThat(part.line()).isEqualTo(2);
        assertThat(part.bytesRead()).isEqualTo(4);
    }

    private static String member(ReplayPart part) throws IOException {
        return ((LineResult.Heartbeat) part.next()).exchange().memberId();
    }

    @Test
    void aLineThatIsTooLongIsCountedAndNotRead() throws IOException {
        ReplayPart part = part(null, "x".repeat(21) + "\nb\n");
        assertThat(part.next())
                .isEqualTo(new LineResult.Bad(SkipReason.LINE_TOO_LONG, "The line is longer than 20 bytes"));
        assertThat(part.next()).isEqualTo(new LineResult.Waiting(T0));
        assertThat(part.line()).isEqualTo(2);
        assertThat(member(part)).isEqualTo("b");
    }

    @Test
    void aLineStampedEarlierComesNoEarlierThanTheOneBeforeIt() throws IOException {
        ReplayPart part = part(null, "");
        assertThat(part.reach(T0)).isEqualTo(T0);
        assertThat(part.reach(T0.minusSeconds(3))).isEqualTo(T0);
        assertThat(part.reach(T0.plusSeconds(3))).isEqualTo(T0.plusSeconds(3));
    }

    @Test
    void onlyOneOfSeveralFilesIsNamedWithItsErrors() throws IOException {
        assertThat(part("a.log", "").told("It is bad")).isEqualTo("a.log: It is bad");
        assertThat(part(null, "").told("It is bad")).isEqualTo("It is bad");
    }
}
