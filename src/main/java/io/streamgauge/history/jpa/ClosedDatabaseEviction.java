package io.streamgauge.history.jpa;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Lets go of connections to an embedded database that closed itself, as H2 does when the disk is full: the file is
 * opened anew once none of them is left. The connection pool makes it by its name in {@code application.yml}.
 */
public final class ClosedDatabaseEviction implements SQLExceptionOverride {

    private static final int DATABASE_IS_CLOSED = 90_098;

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException e) {
        return e.getErrorCode() == DATABASE_IS_CLOSED
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
