package io.streamgauge.replay;

import io.streamgauge.replay.Recording.Status;

/** A recording that cannot be cancelled because its replay is over. */
public final class RecordingOverException extends RuntimeException {

    private final String name;
    private final Status status;

    RecordingOverException(Recording recording) {
        super("Recording '" + recording.name() + "' is over");
        name = recording.name();
        status = recording.status();
    }

    public String name() {
        return name;
    }

    /** How it ended. */
    public Status status() {
        return status;
    }
}
