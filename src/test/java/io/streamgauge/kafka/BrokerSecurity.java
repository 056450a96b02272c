package io.streamgauge.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * A second listener of a broker that wants to know who comes, over TLS: by {@code SCRAM-SHA-512}, {@code PLAIN} or {@code
 * OAUTHBEARER}, or else by a certificate. What a user may do is up to ACLs, none at first. The kit's own listener stays as it is, and whoever comes
 * by it is a super user.
 */
public final class BrokerSecurity {

    /** The user whose certificate {@link #certifiedClient} shows. */
    public static final String CERTIFIED = "CN=reader";

    private static final String PASSWORD = "certificates";

    private static @Nullable Path certificates;

    private final String keyStore;
    private final Map<String, String> users = new LinkedHashMap<>();
    private boolean mutual;

    private BrokerSecurity(String keyStore) {
        this.keyStore = keyStore;
    }

    /** A broker whose certificate holds. */
    public static BrokerSecurity valid() {
        return new BrokerSecurity("server");
    }

    /** A broker whose certificate expired some days ago. */
    public static BrokerSecurity expired() {
        return new BrokerSecurity("expired");
    }

    /** A user that the broker knows. */
    public BrokerSecurity user(String name, String password) {
        users.put(name, password);
        return this;
    }

    /** Nobody has a password; who comes shows a certificate. */
    public BrokerSecurity mutualTls() {
        mutual = true;
        return this;
    }

    /** Client settings for {@link InProcessBroker#secureBootstrapServers}, those of the truststore included. */
    public static Map<String, String> client(String user, String password) {
        return sasl("SCRAM-SHA-512", "scram.ScramLoginModule", credentials(user, password));
    }

    /** The same for a broker that takes the password as it is. */
    public static Map<String, String> plainClient(String user, String password) {
        return sasl("PLAIN", "plain.PlainLoginModule", credentials(user, password));
    }

    /** The same with a token that nobody signed. */
    public static Map<String, String> tokenClient(String user) {
        return sasl(
                "OAUTHBEARER", "oauthbearer.OAuthBearerLoginModule", "unsecuredLoginStringClaim_sub=\"" + user + "\"");
    }

    /** The same with the certificate of {@link #CERTIFIED}. */
    public static Map<String, String> certifiedClient() {
        Map<String, String> settings = trusting("SSL");
        settings.put("ssl.keystore.type", "PKCS12");
        settings.put(
                "ssl.keystore.location", certificates().resolve("client.p12").toString());
        settings.put("ssl.keystore.password", PASSWORD);
        return settings;
    }

    private static String credentials(String user, String password) {
        return "username=\"" + user + "\" password=\"" + password + "\"";
    }

    private static Map<String, String> sasl(String mechanism, String module, String options) {
        Map<String, String> settings = trusting("SASL_SSL");
        settings.put("sasl.mechanism", mechanism);
        settings.put("sasl.jaas.config", "org.apache.kafka.common.security." + module + " required " + options + ";");
        return settings;
    }

    private static Map<String, String> trusting(String protocol) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("security.protocol", protocol);
        settings.put("ssl.truststore.type", "PKCS12");
        settings.put(
                "ssl.truststore.location", certificates().resolve("trust.p12").toString());
        settings.put("ssl.truststore.password", PASSWORD);
        return settings;
    }

    /** Allows a user an operation on one thing, {@code kafka-cluster} in the case of the cluster. */
    public static void allow(Admin admin, String user, AclOperation operation, ResourceType type, String name) {
        StreamsGroups.get(admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(type, name, PatternType.LITERAL),
                        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW))))
                .all());
    }

    void addTo(Map<String, String> settings, int port) {
        settings.merge("listeners", "SECURE://127.0.0.1:" + port, (all, own) -> all + "," + own);
        settings.merge(
                "listener.security.protocol.map",
                "SECURE:" + (mutual ? "SSL" : "SASL_SSL"),
                (all, own) -> all + "," + own);
        String listener = "listener.name.secure.";
        if (mutual) {
            settings.put(listener + "ssl.client.auth", "required");
            settings.put(listener + "ssl.truststore.type", "PKCS12");
            settings.put(
                    listener + "ssl.truststore.location",
                    certificates().resolve("trust.p12").toString());
            settings.put(listener + "ssl.truststore.password", PASSWORD);
        } else {
            settings.put(listener + "sasl.enabled.mechanisms", "SCRAM-SHA-512,PLAIN,OAUTHBEARER");
            String modules = "org.apache.kafka.common.security.";
            settings.put(listener + "scram-sha-512.sasl.jaas.config", modules + "scram.ScramLoginModule required;");
            StringBuilder plain = new StringBuilder(modules + "plain.PlainLoginModule required");
            users.forEach((name, password) -> plain.append(" user_" + name + "=\"" + password + "\""));
            settings.put(listener + "plain.sasl.jaas.config", plain + ";");
            settings.put(
                    listener + "oauthbearer.sasl.jaas.config",
                    modules + "oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\"broker\";");
        }
        settings.put(listener + "ssl.keystore.type", "PKCS12");
        settings.put(
                listener + "ssl.keystore.location",
                certificates().resolve(keyStore + ".p12").toString());
        settings.put(listener + "ssl.keystore.password", PASSWORD);
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.put("super.users", "User:ANONYMOUS");
    }

    List<String> formatArguments() {
        List<String> arguments = new ArrayList<>();
        users.forEach((name, password) -> arguments.addAll(
                List.of("--add-scram", "SCRAM-SHA-512=[name=" + name + ",password=" + password + "]")));
        return arguments;
    }

    /** Key stores {@code server.p12}, {@code expired.p12} and {@code client.p12}, and {@code trust.p12} with who signed them. */
    private static synchronized Path certificates() {
        Path made = certificates;
        if (made == null) {
            Path directory = TestFiles.directory("certificates");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> TestFiles.delete(directory), "delete-certificates"));
            made = directory;
            certificates = made;
            Path all = made.resolve("all.p12");
            keytool(all, "ca", "-dname", "CN=Test CA", "-ext", "bc:c");
            String[] server = {"-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1,dns:localhost", "-signer", "ca"};
            keytool(all, "server", server);
            keytool(all, "client", "-dname", CERTIFIED, "-signer", "ca");
            List<String> past = new ArrayList<>(List.of(server));
            past.addAll(List.of("-startdate", "-10d", "-validity", "5"));
            keytool(all, "expired", past.toArray(String[]::new));
            try {
                split(all, made);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
        return made;
    }

    private static void split(Path all, Path directory) throws IOException, GeneralSecurityException {
        char[] password = PASSWORD.toCharArray();
        KeyStore from = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(all)) {
            from.load(in, password);
        }
        for (String alias : List.of("server", "expired", "client")) {
            KeyStore one = empty();
            one.setKeyEntry(alias, from.getKey(alias, password), password, from.getCertificateChain(alias));
            store(one, directory.resolve(alias + ".p12"), password);
        }
        KeyStore trust = empty();
        trust.setCertificateEntry("ca", from.getCertificate("ca"));
        store(trust, directory.resolve("trust.p12"), password);
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void store(KeyStore store, Path file, char[] password) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password);
        }
    }

    private static void keytool(Path store, String alias, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-alias",
                alias));
        command.addAll(List.of(more));
        try {
            Process keytool =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("No certificate " + alias + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw StreamsGroups.interrupted(e);
        }
    }
}
