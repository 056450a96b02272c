package io.streamgauge.history;

import org.jspecify.annotations.Nullable;

/** A cluster of that name exists already. */
public final class ClusterExistsException extends RuntimeException {

    private final String name;

    public ClusterExistsException(String name, @Nullable Throwable cause) {
        super("There is a cluster called '" + name + "' already", cause);
        this.name = name;
    }

    public String name() {
        return name;
    }
}
