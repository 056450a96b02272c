package io.streamgauge.replay;

/** A recording that is told to stop and has not yet. */
public final class RecordingBusyException extends RuntimeException {

    private final String name;

    RecordingBusyException(String name) {
        super("Recording '" + name + "' is still storing a batch");
        this.name = name;
    }

    public String name() {
        return name;
    }
}
