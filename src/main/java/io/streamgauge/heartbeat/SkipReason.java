package io.streamgauge.heartbeat;

/** Why a line of a recording was passed over. */
public enum SkipReason {
    /** A request of another api key. */
    OTHER_API("other-api"),
    /** A line that the recorded form does not know: another logger's, a stack trace, another format. */
    FOREIGN("foreign-line"),
    LINE_TOO_LONG("line-too-long"),
    /** The line has no date and time. */
    NO_TIMESTAMP("no-timestamp"),
    /** The JSON ends in the middle. */
    TRUNCATED("truncated"),
    MALFORMED("malformed"),
    INVALID_UTF8("invalid-utf8"),
    /** A number outside of what its field can hold. */
    OUT_OF_RANGE("out-of-range"),
    /** Stamped well before the lines that precede it. */
    TIME_BACKWARDS("time-backwards"),
    /** Stamped far ahead of the lines around it. */
    TIME_AHEAD("time-ahead");

    private final String key;

    SkipReason(String key) {
        this.key = key;
    }

    /** The stable name in counts and errors. */
    public String key() {
        return key;
    }
}
