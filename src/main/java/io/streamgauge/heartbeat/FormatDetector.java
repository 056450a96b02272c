package io.streamgauge.heartbeat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Finds out which form a file has by looking at its first lines. */
public final class FormatDetector {

    /** Enough to tell a form by: what begins with other loggers' lines is looked at further, to a bound. */
    private static final int LINES = 200;

    private static final long BYTES = 1 << 20;
    private static final long PATIENCE_BYTES = 64L << 20;

    private FormatDetector() {}

    /**
     * The form of which the most lines are recognised; empty when none is.
     *
     * @param in the file from its beginning, already decompressed; read as far as it takes
     */
    public static Optional<HeartbeatFormat> detect(InputStream in, int maxLineBytes) throws IOException {
        HeartbeatFormat[] formats = HeartbeatFormat.values();
        int[] recognised = new int[formats.length];
        LineReader lines = new LineReader(in, maxLineBytes);
        int most = 0;
        for (int line = 0; mayLookOn(line, lines.bytesRead(), recognised[most]) && lines.next(); line++) {
            for (int i = 0; i < formats.length; i++) {
                if (formats[i].recognises(lines.buffer(), lines.offset(), lines.length())) {
                    recognised[i]++;
                    most = recognised[i] > recognised[most] ? i : most;
                    break;
                }
            }
        }
        return recognised[most] == 0 ? Optional.empty() : Optional.of(formats[most]);
    }

    private static boolean mayLookOn(int lines, long bytes, int recognised) {
        return recognised == 0 ? bytes < PATIENCE_BYTES : lines < LINES && bytes < BYTES;
    }
}
