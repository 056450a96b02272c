package io.streamgauge.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened and was not sent yet: of each subject the latest, in the order in which the latest came. Takes no more
 * memory than its bound, however much happens. Thread-safe, and never waits for anything.
 */
final class PendingEvents {

    private final int maxSubjects;
    private Map<Object, Object> latest = new LinkedHashMap<>();
    private boolean overflown;

    /** @param maxSubjects of how many subjects something is kept */
    PendingEvents(int maxSubjects) {
        this.maxSubjects = maxSubjects;
    }

    /**
     * What is to be sent.
     *
     * @param overflown whether there was more before these, which was not kept
     */
    record Batch(List<Object> events, boolean overflown) {}

    /** Adds what happened to a subject, in place of what happened to it before. */
    synchronized void put(Object subject, Object event) {
        latest.remove(subject);
        if (latest.size() == maxSubjects) {
            latest.clear();
            overflown = true;
        }
        latest.put(subject, event);
    }

    /** Takes everything out. */
    synchronized Batch take() {
        Batch batch = new Batch(List.copyOf(latest.values()), overflown);
        latest = new LinkedHashMap<>();
        overflown = false;
        return batch;
    }
}
