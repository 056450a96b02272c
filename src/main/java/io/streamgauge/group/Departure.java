package io.streamgauge.group;

/** How a member went, where the source tells it. */
public enum Departure {
    /** It said so. */
    LEFT,
    /** It was not heard for the session timeout. */
    EXPIRED
}
