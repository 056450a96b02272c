package io.streamgauge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The recordings of real brokers under {@code src/test/resources/recordings}. */
public final class Recordings {

    private Recordings() {}

    public static byte[] bytes(String name) {
        try (InputStream in = Recordings.class.getResourceAsStream("/recordings/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no recording " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String> lines(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
    }
}
