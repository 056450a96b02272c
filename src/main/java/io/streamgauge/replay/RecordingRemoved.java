package io.streamgauge.replay;

/** A recording was deleted. */
public record RecordingRemoved(long id, String name) {}
