package io.streamgauge.history.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;

@Entity
@Table(name = "streams_group")
@SuppressWarnings("NullAway.Init")
class GroupRow {

    @Id
    @GeneratedValue(generator = "streams_group_seq")
    @SequenceGenerator(name = "streams_group_seq", sequenceName = "streams_group_seq", allocationSize = 50)
    long id;

    @Column(name = "cluster_id", nullable = false, updatable = false)
    long clusterId;

    @Column(name = "group_id", nullable = false, updatable = false, length = 32767)
    String groupId;

    /** Stands for the group id in the unique index: an id of 32767 bytes does not fit into PostgreSQL's. */
    @Column(name = "group_hash", nullable = false, updatable = false, length = 64)
    String groupHash;

    @Column(name = "version", nullable = false)
    int version;

    @Column(name = "first_at", nullable = false, updatable = false)
    Instant firstAt;

    @Column(name = "observed_at", nullable = false)
    Instant observedAt;

    /** The pattern of ids, in small letters, that contain a text; {@code !} escapes. */
    static String containing(String text) {
        return "%" + text.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%";
    }

    static String hash(String groupId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(groupId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
