package io.streamgauge.history.jpa;

import io.streamgauge.OnPostgres;

/** The contract on a real PostgreSQL server. */
class PostgresConfigHistoryIT extends ConfigHistoryContract implements OnPostgres {}
