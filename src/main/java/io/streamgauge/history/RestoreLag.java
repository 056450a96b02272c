package io.streamgauge.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the standby and warm-up copies of a group's tasks are behind.
 *
 * @param readAt when the brokers described the group
 * @param highest lag of a copy, in records; null when that of no copy is known, as when there is none
 * @param unknown copies whose lag is not known
 */
public record RestoreLag(Instant readAt, @Nullable Long highest, int unknown) implements GroupReading {}
