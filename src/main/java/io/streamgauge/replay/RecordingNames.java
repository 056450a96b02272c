package io.streamgauge.replay;

import java.util.regex.Pattern;

/** Names of recordings, which are names of clusters and stand in paths. */
final class RecordingNames {

    private static final int MAX = 100;
    private static final Pattern VALID = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M} ._-]{0,99}");
    private static final Pattern EXTENSION =
            Pattern.compile("(\\.(log|txt|jsonl?|gz|zst))+$", Pattern.CASE_INSENSITIVE);

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
        String stem = EXTENSION.matcher(base).replaceFirst("");
        String clean = stem.replaceAll("[^\\p{L}\\p{N}\\p{M} ._-]", "-").strip().replaceAll("^[^\\p{L}\\p{N}_]+", "");
        int end = Math.min(clean.length(), MAX - 10);
        String cut =
                clean.substring(0, splitsCharacter(clean, end) ? end - 1 : end).strip();
        return cut.isEmpty() ? "recording" : cut;
    }

    private static boolean splitsCharacter(String text, int end) {
        return end < text.length()
                && Character.isHighSurrogate(text.charAt(end - 1))
                && Character.isLowSurrogate(text.charAt(end));
    }
}
