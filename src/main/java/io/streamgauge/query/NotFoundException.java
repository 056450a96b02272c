package io.streamgauge.query;

/** What was asked for is not there; the message says what to do. */
public final class NotFoundException extends RuntimeException {

    private final What what;

    /** The kind of thing that is not there. */
    public enum What {
        CLUSTER,
        GROUP,
        MEMBER,
        TASK,
        STORE,
        VERSION,
        RECORDING,
        /** The group was first observed later than the instant asked for. */
        BEFORE_FIRST_SNAPSHOT
    }

    public NotFoundException(What what, String message) {
        super(message);
        this.what = what;
    }

    public What what() {
        return what;
    }
}
