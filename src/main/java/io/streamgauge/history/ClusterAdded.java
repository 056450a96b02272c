package io.streamgauge.history;

/** A cluster was added. Published once it is stored. */
public record ClusterAdded(long clusterId, String name) {}
