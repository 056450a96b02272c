package io.streamgauge.replay;

/** A recording was added, its replay went on, or it ended. */
public record RecordingChanged(Recording recording) {}
