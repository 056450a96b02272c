package io.streamgauge.history.jpa;

import io.streamgauge.OnPostgres;

/** The contract on a real PostgreSQL server. */
class PostgresTaskHoldsIT extends TaskHoldsContract implements OnPostgres {}
