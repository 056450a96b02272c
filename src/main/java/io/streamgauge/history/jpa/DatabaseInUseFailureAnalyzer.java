package io.streamgauge.history.jpa;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the embedded database is open in another process. */
final class DatabaseInUseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    private static final int DATABASE_ALREADY_OPEN = 90_020;

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        if (cause.getErrorCode() != DATABASE_ALREADY_OPEN) {
            return null;
        }
        return new FailureAnalysis(
                "The embedded database is in use by another process, which keeps it whole: " + cause.getMessage(),
                "Stop the other Streamgauge, give this one a directory of its own with streamgauge.data-dir, or let both"
                        + " use a PostgreSQL server with spring.datasource.url.",
                cause);
    }
}
