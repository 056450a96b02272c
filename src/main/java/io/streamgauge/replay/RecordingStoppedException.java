package io.streamgauge.replay;

/** A recording was told to stop before it was whole. */
public final class RecordingStoppedException extends RuntimeException {

    private final String name;

    RecordingStoppedException(String name) {
        super("Recording '" + name + "' was stopped");
        this.name = name;
    }

    public String name() {
        return name;
    }
}
