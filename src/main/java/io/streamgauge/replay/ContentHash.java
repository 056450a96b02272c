package io.streamgauge.replay;

import io.streamgauge.replay.RecordingService.Submission;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells by its bytes and by how they are read whether something was given before. */
final class ContentHash {

    private static final int BUFFER = 1 << 16;

    private ContentHash() {}

    /**
     * SHA-256 over the bytes of each file, as they are on disk and in order, and over all that changes what is read from
     * them. What a recording or file is called does not.
     *
     * @return 64 hexadecimal digits
     */
    static String of(Submission submission) throws IOException {
        MessageDigest whole = sha256();
        byte[] buffer = new byte[BUFFER];
        for (RecordingFile file : RecordingFile.of(submission.file())) {
            MessageDigest one = sha256();
            try (InputStream in = Files.newInputStream(file.path())) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    one.update(buffer, 0, read);
                }
            }
            whole.update(one.digest());
        }
        String reading = String.join(
                "\n",
                submission.format(),
                submission.timeZone().getId(),
                String.valueOf(submission.date()),
                submission.sessionTimeout().toString());
        whole.update(reading.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(whole.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
