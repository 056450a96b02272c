package io.streamgauge.group;

import java.util.Comparator;
import java.util.Objects;

/**
 * One task: a partition of a subtopology, written {@code <subtopologyId>_<partition>}.
 *
 * @param subtopologyId Kafka's subtopology id, usually a small number as text
 * @param partition the input partition, 0 or greater
 */
public record TaskId(String subtopologyId, int partition) implements Comparable<TaskId> {

    private static final Comparator<TaskId> ORDER = Comparator.comparing(
                    TaskId::subtopologyId, TaskId::compareSubtopologies)
            .thenComparingInt(TaskId::partition);

    public TaskId {
        Objects.requireNonNull(subtopologyId, "subtopologyId");
        if (partition < 0) {
            throw new IllegalArgumentException("A task's partition is 0 or greater, not " + partition);
        }
    }

    /**
     * Reads the written form; the subtopology id may itself contain underscores.
     *
     * @throws IllegalArgumentException when the text does not end in an underscore and a partition number
     */
    public static TaskId parse(String text) {
        int underscore = text.lastIndexOf('_');
        if (underscore <= 0) {
            throw new IllegalArgumentException("'" + text + "' is no task id; one looks like 1_3");
        }
        try {
            return new TaskId(text.substring(0, underscore), Integer.parseInt(text.substring(underscore + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no task id; one looks like 1_3", e);
        }
    }

    /** Orders subtopology ids as people read them: numbers by value and before names, names by their characters. */
    public static int compareSubtopologies(String a, String b) {
        if (a.equals(b)) {
            return 0;
        }
        boolean aNumber = isNumber(a);
        boolean bNumber = isNumber(b);
        if (aNumber && bNumber && a.length() != b.length()) {
            return Integer.compare(a.length(), b.length());
        }
        if (aNumber != bNumber) {
            return aNumber ? -1 : 1;
        }
        return a.compareTo(b);
    }

    private static boolean isNumber(String text) {
        if (text.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return subtopologyId + "_" + partition;
    }
}
