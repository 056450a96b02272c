package io.streamgauge.history;

/** A cluster is gone and its name free. Published once that is stored. */
public record ClusterRemoved(long clusterId, String name) {}
