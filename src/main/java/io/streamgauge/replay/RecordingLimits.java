package io.streamgauge.replay;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bounds of what is replayed.
 *
 * @param maxSize of an upload
 * @param maxLineSize of a line; a longer one is counted and passed over
 */
@ConfigurationProperties("streamgauge.recordings")
public record RecordingLimits(
        @DefaultValue("4GB") DataSize maxSize,
        @DefaultValue("16MB") DataSize maxLineSize) {}
