package io.streamgauge.analysis;

/** How bad a finding is, the worst first. */
public enum Severity {
    /** Something does not work, or will not start to by itself. */
    ERROR,
    /** It works, but not as it should, or a little more would break it. */
    WARNING,
    /** Worth knowing when one asks why; nothing to do. */
    INFO
}
