package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.streamgauge.heartbeat.HeartbeatFormat;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingFileTests {

    private static final byte[] LOG =
            "{\"at\":\"2026-11-29T22:00:00Z\",\"groupId\":\"g\",\"memberId\":\"m\",\"request\":{\"memberEpoch\":0}}\n"
                    .repeat(500)
                    .getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private RecordingFile file(byte[] content) throws IOException {
        return new RecordingFile(Files.write(directory.resolve("file.log"), content));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] compressed(String how) throws IOException {
        return switch (how) {
            case "gzip" -> gzip(LOG);
            case "zstd" -> Zstd.compress(LOG);
            default -> LOG;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "gzip", "zstd"})
    void whatItIsCompressedWithIsSeenByItsContentAndBytesAreCountedAsOnDisk(String how) throws IOException {
        byte[] content = compressed(how);
        RecordingFile file = file(content);
        try (RecordingFile.Opened opened = file.open()) {
            assertThat(opened.in().readAllBytes()).isEqualTo(LOG);
            assertThat(opened.bytesRead()).isEqualTo(content.length);
        }
        assertThat(file.detect(1_000)).contains(HeartbeatFormat.HEARTBEAT_JSONL);
        assertThat(RecordingFile.size(file.path())).isEqualTo(content.length);
    }

    @Test
    void gzipFilesOneBehindAnotherAreReadAsOne() throws IOException {
        byte[] once = gzip(LOG);
        byte[] twice = Arrays.copyOf(once, once.length * 2);
        System.arraycopy(once, 0, twice, once.length, once.length);
        try (RecordingFile.Opened opened = file(twice).open()) {
            assertThat(opened.in().readAllBytes()).hasSize(LOG.length * 2);
        }
    }

    @Test
    void aGzipThatEndsInTheMiddleSaysSoWhereItEnds() throws IOException {
        byte[] whole = gzip(LOG);
        try (RecordingFile.Opened opened =
                file(Arrays.copyOf(whole, whole.length - 10)).open()) {
            assertThatThrownBy(() -> opened.in().readAllBytes()).isInstanceOf(EOFException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aFileShorterThanAnySignatureIsPlain(int length) throws IOException {
        byte[] content = Arrays.copyOf(new byte[] {0x1f, 'a', 'b'}, length);
        RecordingFile file = file(content);
        try (RecordingFile.Opened opened = file.open()) {
            assertThat(opened.in().readAllBytes()).isEqualTo(content);
        }
        assertThat(file.detect(1_000)).isEmpty();
    }

    @Test
    void aDirectoryIsItsFilesByNameAndNothingBelow() throws IOException {
        for (String name : new String[] {"02-b.log", "10-c.log", "01-z.log"}) {
            Files.write(directory.resolve(name), LOG);
        }
        Files.createDirectory(directory.resolve("00-directory"));

        assertThat(RecordingFile.of(directory))
                .extracting(RecordingFile::name)
                .containsExactly("01-z.log", "02-b.log", "10-c.log");
        assertThat(RecordingFile.size(directory)).isEqualTo(3L * LOG.length);
    }
}
