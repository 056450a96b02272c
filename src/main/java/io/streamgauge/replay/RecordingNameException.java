package io.streamgauge.replay;

/** A name that cannot be a recording's; the message says what can. */
public final class RecordingNameException extends RuntimeException {

    public RecordingNameException(String message) {
        super(message);
    }
}
