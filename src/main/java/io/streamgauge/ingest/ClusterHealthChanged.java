package io.streamgauge.ingest;

/**
 * Reading a cluster began or ceased to fail, or fails of something else. To be published by the source that reads it, once
 * that can be asked for.
 */
public record ClusterHealthChanged(long clusterId) {}
