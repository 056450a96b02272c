package io.streamgauge.broker;

import java.security.cert.CertificateException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.CoordinatorLoadInProgressException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.NotCoordinatorException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/**
 * Why something could not be read, in a sentence that says what to do. The sentence is the same each time the same thing
 * fails, and holds no secret.
 */
record Failure(Code code, String message) {

    /** What kind of failure it is. */
    enum Code {
        /** The client's settings cannot be used. */
        CONFIGURATION,
        /** No broker answers. */
        UNREACHABLE,
        /** The brokers refuse who we are. */
        AUTHENTICATION,
        /** The connection cannot be secured. */
        TLS,
        /** An ACL is missing. */
        AUTHORIZATION,
        /** The brokers do not know streams groups, or have them switched off. */
        UNSUPPORTED,
        /** Some of the brokers do not answer, or a group's coordinator is away. */
        COORDINATOR,
        /** The streams group is gone, and its name is a group of another type. */
        OTHER_TYPE,
        /** What was read could not be stored. */
        STORE,
        UNEXPECTED
    }

    /** Whether a client that failed so is of no more use. */
    boolean isOfTheConnection() {
        return switch (code) {
            case CONFIGURATION, UNREACHABLE, AUTHENTICATION, TLS -> true;
            default -> false;
        };
    }

    /** Why nothing could be read of a cluster. */
    static Failure ofCluster(Throwable error, Secrets secrets) {
        Failure refused = ofConnection(error, secrets);
        if (refused != null) {
            return refused;
        }
        if (find(error, ClusterAuthorizationException.class) != null) {
            return new Failure(
                    Code.AUTHORIZATION,
                    "The brokers do not let this user list groups; grant it DESCRIBE on the cluster (or on the groups)");
        }
        if (isGap(error)) {
            return new Failure(
                    Code.UNREACHABLE,
                    "No broker answers at bootstrap-servers; see whether they run and can be reached from here, and"
                            + " whether security.protocol is the listener's");
        }
        return unexpected(error, secrets);
    }

    /** Why some brokers, but not all, did not tell their groups. */
    static Failure ofSomeBrokers(Throwable error, Secrets secrets) {
        Failure whole = ofCluster(error, secrets);
        return whole.code() != Code.UNREACHABLE
                ? whole
                : new Failure(
                        Code.COORDINATOR,
                        "Some of the brokers did not list their groups; what is shown of these is as it was last read");
    }

    /** Why nothing could be read of one group; null when the brokers say that there is no such streams group. */
    static @Nullable Failure ofGroup(String groupId, Throwable error, Secrets secrets) {
        if (find(error, GroupIdNotFoundException.class) != null) {
            return null;
        }
        Failure refused = ofConnection(error, secrets);
        if (refused != null) {
            return refused;
        }
        if (find(error, GroupAuthorizationException.class) != null) {
            return new Failure(
                    Code.AUTHORIZATION,
                    "The brokers do not let this user describe the group; grant it DESCRIBE on group '" + groupId
                            + "'");
        }
        TopicAuthorizationException topics = find(error, TopicAuthorizationException.class);
        if (topics != null) {
            return new Failure(
                    Code.AUTHORIZATION,
                    "The brokers do not let this user describe a group with topics that it may not describe; grant it"
                            + " DESCRIBE on "
                            + (topics.unauthorizedTopics().isEmpty()
                                    ? "the group's source, repartition and changelog topics"
                                    : topics.unauthorizedTopics().stream()
                                            .sorted()
                                            .map(t -> "topic '" + t + "'")
                                            .collect(Collectors.joining(", "))));
        }
        if (isGap(error)) {
            return new Failure(
                    Code.COORDINATOR,
                    "The group's coordinator does not answer; it may be loading, moving to another broker or down."
                            + " What is shown is as it was last read");
        }
        return unexpected(error, secrets);
    }

    /** Why a group's configs could not be read. */
    static @Nullable Failure ofGroupConfigs(String groupId, Throwable error, Secrets secrets) {
        return find(error, GroupAuthorizationException.class) == null
                ? ofGroup(groupId, error, secrets)
                : new Failure(
                        Code.AUTHORIZATION,
                        "The brokers do not let this user read the group's configs; grant it DESCRIBE_CONFIGS on group '"
                                + groupId + "'");
    }

    /** The brokers keep the topology description, and cannot tell it. */
    static Failure ofTopologyPlugin() {
        return new Failure(
                Code.UNEXPECTED,
                "The brokers' plugin for topology descriptions failed; the coordinator's own log says why");
    }

    /** Whether the brokers are of a version that does not know what was asked. */
    static boolean isUnsupported(Throwable error) {
        return find(error, UnsupportedVersionException.class) != null;
    }

    /** Kafka's client makes this of the description of a group that has offsets and never had a member. */
    static boolean isWithoutTopology(Throwable error) {
        return String.valueOf(error.getMessage()).contains("Topology information is missing");
    }

    /** Why the ends of topics that a group reads could not be read, by topic. */
    static Failure ofInputTopics(Map<String, Throwable> errors, Secrets secrets) {
        String refused = errors.entrySet().stream()
                .filter(e -> find(e.getValue(), TopicAuthorizationException.class) != null)
                .map(e -> "topic '" + e.getKey() + "'")
                .sorted()
                .collect(Collectors.joining(", "));
        if (!refused.isEmpty()) {
            return new Failure(
                    Code.AUTHORIZATION,
                    "The brokers do not let this user describe topics that the group reads; grant it DESCRIBE on "
                            + refused);
        }
        Throwable error = errors.values().iterator().next();
        Failure ofAll = ofConnection(error, secrets);
        if (ofAll != null) {
            return ofAll;
        }
        return isGap(error)
                ? new Failure(
                        Code.COORDINATOR,
                        "Brokers that lead partitions which the group reads do not answer; how far it is behind in these"
                                + " is not known")
                : unexpected(error, secrets);
    }

    /** What fails in the same way for every group. */
    private static @Nullable Failure ofConnection(Throwable error, Secrets secrets) {
        SslAuthenticationException tls = find(error, SslAuthenticationException.class);
        if (tls != null) {
            return new Failure(
                    Code.TLS,
                    "The TLS handshake with the brokers failed" + why(tls, secrets)
                            + "; check the certificates' dates and names, and ssl.truststore.* or ssl.keystore.*");
        }
        if (find(error, AuthenticationException.class) != null) {
            return new Failure(
                    Code.AUTHENTICATION,
                    "The brokers refuse this user; check sasl.mechanism and the name and password in sasl.jaas.config");
        }
        if (find(error, UnsupportedVersionException.class) != null) {
            return unsupported();
        }
        ConfigException config = find(error, ConfigException.class);
        if (config != null || find(error, IllegalArgumentException.class) != null) {
            Throwable reason = config == null ? error : config;
            return new Failure(
                    Code.CONFIGURATION,
                    "Kafka's client cannot be made with bootstrap-servers and properties as they are"
                            + quoted(reason, secrets));
        }
        return null;
    }

    /** The brokers are too old. */
    static Failure unsupported() {
        return new Failure(
                Code.UNSUPPORTED,
                "The brokers do not know streams groups; they come with Kafka 4.2 (in 4.1 as early access). Upgrade the"
                        + " brokers and finalise the feature streams.version=1");
    }

    /** The brokers know streams groups, but have them switched off. */
    static Failure switchedOff() {
        return new Failure(
                Code.UNSUPPORTED,
                "Streams groups are switched off: the cluster's feature streams.version is 0. Switch them on with"
                        + " kafka-features.sh --bootstrap-server … upgrade --feature streams.version=1");
    }

    /** A streams group gave way to another kind of group. */
    static Failure otherType(String type) {
        return new Failure(
                Code.OTHER_TYPE,
                "The streams group is gone, and a group of type " + type.toLowerCase(Locale.ROOT)
                        + " has its name now. What is shown is what was recorded of the streams group");
    }

    /** A group of which nothing but the listing can be read. */
    static Failure noTopology() {
        return new Failure(
                Code.UNEXPECTED,
                "The brokers describe the group without a topology, which Kafka's client does not take; it is read again"
                        + " once a member sends one");
    }

    /** What was read is not stored. */
    static Failure notStored() {
        return new Failure(Code.STORE, "What was read could not be stored; Streamgauge's own log says why");
    }

    static Failure unexpected(Throwable error, Secrets secrets) {
        return new Failure(
                Code.UNEXPECTED, "The brokers' answer was an unexpected error" + quoted(root(error), secrets));
    }

    /** Whether it is a silence or a coordinator that moves, of which nothing follows about a group. */
    static boolean isGap(Throwable error) {
        return find(error, TimeoutException.class) != null
                || find(error, DisconnectException.class) != null
                || find(error, CoordinatorLoadInProgressException.class) != null
                || find(error, CoordinatorNotAvailableException.class) != null
                || find(error, NotCoordinatorException.class) != null;
    }

    private static String why(SslAuthenticationException error, Secrets secrets) {
        Set<String> reasons = new LinkedHashSet<>();
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            boolean tells = cause instanceof SSLException || cause instanceof CertificateException;
            String message = cause.getMessage();
            if (tells && message != null && !secrets.areIn(message)) {
                reasons.add(message);
            }
        }
        return reasons.isEmpty() ? "" : " (" + String.join(": ", reasons) + ")";
    }

    private static String quoted(Throwable error, Secrets secrets) {
        String message = error.getMessage();
        String name = error.getClass().getSimpleName();
        return message == null || secrets.areIn(message) ? " (" + name + ")" : " (" + name + ": " + message + ")";
    }

    private static Throwable root(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static <T extends Throwable> @Nullable T find(Throwable error, Class<T> type) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
