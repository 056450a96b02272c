package io.streamgauge.query;

/** A key's partition depends on how many there are, and that is not known; the message says of what and what to do. */
public final class UnknownPartitionsException extends RuntimeException {

    UnknownPartitionsException(String message) {
        super(message);
    }
}
