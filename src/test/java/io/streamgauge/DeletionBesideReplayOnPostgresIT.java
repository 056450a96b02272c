package io.streamgauge;

import org.springframework.test.annotation.DirtiesContext;

/** On a real PostgreSQL server. */
@DirtiesContext
class DeletionBesideReplayOnPostgresIT extends DeletionBesideReplay implements OnPostgres {}
