package io.streamgauge.history;

import java.time.Instant;

/**
 * A group of a live cluster that is no streams group.
 *
 * @param type in Kafka's words: {@code CONSUMER}, {@code CLASSIC}, {@code SHARE}, or {@code UNKNOWN} where the brokers are
 *     too old to tell
 * @param protocol the protocol type of its members, such as {@code consumer} or {@code connect}; empty where it has none
 * @param since when it was first listed so
 */
public record OtherGroup(String groupId, String type, String protocol, Instant since) {}
