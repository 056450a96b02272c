package io.streamgauge;

/** On the embedded database. */
class DeletionBesideReplayIT extends DeletionBesideReplay {}
