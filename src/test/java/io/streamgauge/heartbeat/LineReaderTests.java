package io.streamgauge.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LineReaderTests {

    private static final String TOO_LONG = "<too long>";
    private static final int MEGABYTE = 1 << 20;

    @Test
    void anEmptyStreamHasNoLine() {
        assertThat(lines("")).isEmpty();
    }

    @Test
    void theLastLineMayLackItsEnd() {
        assertThat(lines("a\nb")).containsExactly("a", "b");
        assertThat(lines("a\nb\n")).containsExactly("a", "b");
    }

    @Test
    void emptyLinesAreLines() {
        assertThat(lines("\n\na\n\n")).containsExactly("", "", "a", "");
    }

    @Test
    void aLineEndsWithLfOrCrLfAndNothingElse() {
        assertThat(lines("a\r\nb\rc\n\r\n\r\rd\r\n\r")).containsExactly("a", "b\rc", "", "\r\rd", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 4_096, Integer.MAX_VALUE})
    void aLineOfExactlyTheBoundIsKeptAndALongerOneIsNot(int chunk) {
        String text = "x".repeat(10) + "\n" + "y".repeat(11) + "\n" + "z".repeat(500) + "\n" + "ok\n" + "w".repeat(11);

        assertThat(lines(text.getBytes(StandardCharsets.UTF_8), 10, chunk))
                .containsExactly("x".repeat(10), TOO_LONG, TOO_LONG, "ok", TOO_LONG);
    }

    @Test
    void aLineOf50MegabytesIsPassedOverWithinTheBoundAndTheNextStillComes() throws IOException {
        LineReader reader = new LineReader(new LongLine("first\n", 50L * MEGABYTE, "\nnext\nlast"), MEGABYTE);

        assertThat(reader.next()).isTrue();
        assertThat(text(reader)).isEqualTo("first");
        assertThat(reader.next()).isTrue();
        assertThat(text(reader)).isEqualTo(TOO_LONG);
        assertThat(reader.length()).isZero();
        assertThat(reader.buffer().length).isLessThanOrEqualTo(2 * MEGABYTE);
        assertThat(reader.next()).isTrue();
        assertThat(text(reader)).isEqualTo("next");
        assertThat(reader.next()).isTrue();
        assertThat(text(reader)).isEqualTo("last");
        assertThat(reader.next()).isFalse();
        assertThat(reader.bytesRead()).isEqualTo(50L * MEGABYTE + "first\n\nnext\nlast".length());
    }

    @Test
    void aFileThatIsOneLongLineWithoutEndIsOneLineThatIsTooLong() {
        List<String> lines = lines(new LongLine("", 3L * MEGABYTE, ""), MEGABYTE);

        assertThat(lines).containsExactly(TOO_LONG);
    }

    @Test
    void linesAcrossBufferBoundariesStayWhole() {
        List<String> expected = new ArrayList<>();
        for (int length : new int[] {(1 << 18) - 1, 0, 1, (1 << 18) - 2, 5, 1 << 18, (1 << 19) + 3, 7, MEGABYTE}) {
            expected.add(String.valueOf((char) ('a' + expected.size())).repeat(length));
        }

        assertThat(lines((String.join("\n", expected) + "\n").getBytes(StandardCharsets.UTF_8), MEGABYTE, 65_536))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyTextReadInAnyPiecesGivesItsLines(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int n = random.nextInt(20); n > 0; n--) {
                String line = "l".repeat(random.nextInt(30));
                text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
                expected.add(line);
            }
            String rest = "r".repeat(random.nextInt(5));
            if (!rest.isEmpty()) {
                text.append(rest);
                expected.add(rest);
            }
            int bound = 40 + random.nextInt(20);
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);

            assertThat(lines(bytes, bound, 1 + random.nextInt(60))).isEqualTo(expected);
        }
    }

    private static List<String> lines(String text) {
        return lines(text.getBytes(StandardCharsets.UTF_8), 100, Integer.MAX_VALUE);
    }

    private static List<String> lines(byte[] bytes, int bound, int chunk) {
        return lines(
                new ByteArrayInputStream(bytes) {
                    @Override
                    public synchronized int read(byte[] buffer, int offset, int length) {
                        return super.read(buffer, offset, Math.min(length, chunk));
                    }
                },
                bound);
    }

    private static List<String> lines(InputStream in, int bound) {
        LineReader reader = new LineReader(in, bound);
        List<String> lines = new ArrayList<>();
        try {
            while (reader.next()) {
                lines.add(text(reader));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static String text(LineReader reader) {
        return reader.tooLong()
                ? TOO_LONG
                : new String(reader.buffer(), reader.offset(), reader.length(), StandardCharsets.UTF_8);
    }

    /** A stream that is never in memory as a whole. */
    private static final class LongLine extends InputStream {

        private final byte[] before;
        private final long length;
        private final byte[] after;
        private long position;

        LongLine(String before, long length, String after) {
            this.before = before.getBytes(StandardCharsets.UTF_8);
            this.length = length;
            this.after = after.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] buffer, int offset, int wanted) {
            long fillerEnd = before.length + length;
            int read;
            if (position < before.length) {
                read = Math.min(wanted, (int) (before.length - position));
                System.arraycopy(before, (int) position, buffer, offset, read);
            } else if (position < fillerEnd) {
                read = (int) Math.min(wanted, fillerEnd - position);
                Arrays.fill(buffer, offset, offset + read, (byte) 'x');
            } else if (position < fillerEnd + after.length) {
                read = (int) Math.min(wanted, fillerEnd + after.length - position);
                System.arraycopy(after, (int) (position - fillerEnd), buffer, offset, read);
            } else {
                return -1;
            }
            position += read;
            return read;
        }
    }
}
