package io.streamgauge.history;

/** A cluster of that name exists already. */
public final class ClusterExistsException extends RuntimeException {

    private final String name;

    public ClusterExistsException(String name, Throwable cause) {
        super("There is a cluster called '" + name + "' already", cause);
        this.name = name;
    }

    public String name() {
        return name;
    }
}
