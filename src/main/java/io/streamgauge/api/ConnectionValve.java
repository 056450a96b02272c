package io.streamgauge.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.util.Objects;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Lets a request's connection be closed at once. The servlet API can only complete an answer, for which Tomcat holds a
 * thread until a client that takes nothing has taken the rest.
 */
final class ConnectionValve extends ValveBase {

    private static final String ABORT = ConnectionValve.class.getName() + ".abort";

    ConnectionValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Runnable abort = () -> response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
        request.setAttribute(ABORT, abort);
        getNext().invoke(request, response);
    }

    /** Closes the connection of a request that is not over; never to be called after that. */
    static Runnable abort(ServletRequest request) {
        return (Runnable) Objects.requireNonNull(request.getAttribute(ABORT));
    }
}
