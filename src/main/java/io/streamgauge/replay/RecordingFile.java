package io.streamgauge.replay;

import com.github.luben.zstd.ZstdInputStream;
import io.streamgauge.heartbeat.FormatDetector;
import io.streamgauge.heartbeat.HeartbeatFormat;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** One file of a recording: the one place where files are opened, whatever they are compressed with. */
public record RecordingFile(Path path) {

    private static final int BUFFER = 1 << 16;

    /** The files of a recording: the file itself, or those of a directory by name. */
    static List<RecordingFile> of(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(new RecordingFile(path));
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(RecordingFile::new)
                    .toList();
        }
    }

    /** Bytes of all files of a recording, as they are on disk. */
    static long size(Path path) throws IOException {
        long size = 0;
        for (RecordingFile file : of(path)) {
            size += Files.size(file.path);
        }
        return size;
    }

    String name() {
        return path.getFileName().toString();
    }

    /** What it holds, decompressed; closing it closes the file. */
    public InputStream content() throws IOException {
        return open().in();
    }

    Opened open() throws IOException {
        Counting counting = new Counting(Files.newInputStream(path));
        try {
            return new Opened(decompressed(new BufferedInputStream(counting, BUFFER)), counting);
        } catch (IOException e) {
            counting.close();
            throw e;
        }
    }

    /** The form that the first lines have. */
    Optional<HeartbeatFormat> detect(int maxLineBytes) throws IOException {
        try (Opened opened = open()) {
            return FormatDetector.detect(opened.in(), maxLineBytes);
        }
    }

    private static InputStream decompressed(BufferedInputStream in) throws IOException {
        in.mark(4);
        byte[] head = in.readNBytes(4);
        in.reset();
        if (head.length >= 2 && head[0] == 0x1f && head[1] == (byte) 0x8b) {
            return new GZIPInputStream(in, BUFFER);
        }
        boolean zstd = head.length == 4
                && head[0] == 0x28
                && head[1] == (byte) 0xb5
                && head[2] == 0x2f
                && head[3] == (byte) 0xfd;
        return zstd ? new ZstdInputStream(in) : in;
    }

    /** A file being read, decompressed. */
    record Opened(InputStream in, Counting counting) implements Closeable {

        /** Bytes taken from the file as it is on disk. */
        long bytesRead() {
            return counting.count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Counts below the decompressor, so that progress is that of the file. */
    static final class Counting extends FilterInputStream {

        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
