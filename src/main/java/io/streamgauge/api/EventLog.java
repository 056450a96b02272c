package io.streamgauge.api;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The last events of this process, numbered 1, 2, 3… Beyond its bounds the oldest are forgotten. Every client reads it at
 * its own place, so that it is the queue of each of them, and one that was away finds its place again. Thread-safe.
 */
final class EventLog {

    private final String token;
    private final @Nullable LiveEvent[] ring;
    private final long maxBytes;
    private long oldest = 1;
    private long last;
    private long bytes;

    /**
     * @param token tells the ids of this process from those of any other; letters and digits
     * @param maxEvents most events that are kept
     * @param maxBytes most bytes on the wire of those that are kept; the last event is kept whatever its size
     */
    EventLog(String token, int maxEvents, long maxBytes) {
        this.token = token;
        this.maxBytes = maxBytes;
        ring = new LiveEvent[maxEvents];
    }

    /** Adds an event, see {@link LiveEvent} for the parameters; how many bytes it has on the wire. */
    synchronized int append(String name, @Nullable String cluster, @Nullable String groupId, String data) {
        last++;
        LiveEvent event = new LiveEvent(last, id(last), name, cluster, groupId, data);
        if (last - oldest == ring.length) {
            forgetOldest();
        }
        ring[place(last)] = event;
        bytes += event.bytes().length;
        while (bytes > maxBytes && oldest < last) {
            forgetOldest();
        }
        return event.bytes().length;
    }

    private void forgetOldest() {
        bytes -= Objects.requireNonNull(ring[place(oldest)]).bytes().length;
        ring[place(oldest)] = null;
        oldest++;
    }

    private int place(long number) {
        return (int) (number % ring.length);
    }

    /**
     * The oldest event that is kept of those after a number, null when there is none. Its own number tells whether any
     * between were forgotten.
     */
    synchronized @Nullable LiveEvent after(long number) {
        return number >= last ? null : ring[place(Math.max(number + 1, oldest))];
    }

    /** The number of the last event, 0 before the first. */
    synchronized long last() {
        return last;
    }

    /** The id of an event, as clients are told. */
    String id(long number) {
        return token + "-" + number;
    }

    /** The number of an event from which a client can go on; empty when the id is not ours or too much was forgotten. */
    synchronized OptionalLong resume(String id) {
        if (!id.matches("[0-9a-z]{1,40}-\\d{1,18}")) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(id.substring(id.indexOf('-') + 1));
        return id.equals(id(number)) && number <= last && number + 1 >= oldest
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }
}
