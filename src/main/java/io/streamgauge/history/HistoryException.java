package io.streamgauge.history;

/** The store refused a write; nothing of it was kept. */
public final class HistoryException extends RuntimeException {

    private final Kind kind;

    /** Why. */
    public enum Kind {
        /** Another writer stored a version of the same group first. */
        CONFLICT,
        /** No space left where the database lies. */
        DISK_FULL,
        /** The database cannot be reached or failed otherwise. */
        UNAVAILABLE
    }

    public HistoryException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
