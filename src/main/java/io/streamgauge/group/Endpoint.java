package io.streamgauge.group;

import java.util.Comparator;
import java.util.Objects;

/**
 * A user endpoint ({@code application.server}): where a process answers Interactive Queries.
 *
 * @param port 0 to 65535
 */
public record Endpoint(String host, int port) implements Comparable<Endpoint> {

    private static final Comparator<Endpoint> ORDER =
            Comparator.comparing(Endpoint::host).thenComparingInt(Endpoint::port);

    public Endpoint {
        Objects.requireNonNull(host, "host");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("A port is between 0 and 65535, not " + port);
        }
    }

    @Override
    public int compareTo(Endpoint other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
