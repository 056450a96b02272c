package io.streamgauge.replay;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names of recordings, which are names of clusters and stand in paths. */
final class RecordingNames {

    private static final int MAX = 100;
    private static final Pattern VALID = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M} ._-]{0,99}");
    private static final Pattern EXTENSION = Pattern.compile("(\\.(log|txt|jsonl?|gz|zst))+$");

    private RecordingNames() {}

    /**
     * Checks a name that somebody chose.
     *
     * @throws RecordingNameException when it cannot be one
     */
    static String valid(String name) {
        String trimmed = name.strip();
        if (!VALID.matcher(trimmed).matches()) {
            throw new RecordingNameException(
                    "A recording's name has up to " + MAX
                            + " letters, digits, spaces, dots, dashes and underscores and begins with a letter, digit or underscore");
        }
        return trimmed;
    }

    /** A name made from a file's, which may hold anything. */
    static String fromFile(String fileName) {
        String base = fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
        String stem = EXTENSION.matcher(base.toLowerCase(Locale.ROOT)).find()
                ? base.substring(0, base.length() - extensionLength(base))
                : base;
        String clean = stem.replaceAll("[^\\p{L}\\p{N}\\p{M} ._-]", "-").strip().replaceAll("^[^\\p{L}\\p{N}_]+", "");
        String cut = clean.length() > MAX - 10 ? clean.substring(0, MAX - 10).strip() : clean;
        return cut.isEmpty() ? "recording" : cut;
    }

    private static int extensionLength(String base) {
        var matcher = EXTENSION.matcher(base.toLowerCase(Locale.ROOT));
        return matcher.find() ? base.length() - matcher.start() : 0;
    }
}
