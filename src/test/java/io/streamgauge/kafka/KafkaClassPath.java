package io.streamgauge.kafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of a Kafka version with its broker, clients, Streams and tools. The project's Maven resolves it into its
 * local repository, and {@code target/kafka} remembers where that is.
 */
public final class KafkaClassPath {

    private static final Path PROJECT = Path.of("src", "test", "kafka", "pom.xml");
    private static final long MINUTES = 5;

    private KafkaClassPath() {}

    /** The jars of that version, such as {@code 4.1.2}, joined as {@code java -cp} takes them. */
    public static synchronized String of(String version) {
        try {
            Path directory = Files.createDirectories(Path.of("target", "kafka"));
            // Two processes of tests run side by side.
            try (FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Until the channel is closed.
                FileLock unused = channel.lock();
                return resolved(version, directory.resolve(version + ".classpath"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resolved(String version, Path remembered) throws IOException {
        String known = read(remembered);
        if (known == null) {
            resolve(version, remembered);
            known = read(remembered);
        }
        if (known == null) {
            throw new IllegalStateException("Maven resolved Kafka " + version + " to jars that are not there");
        }
        return known;
    }

    private static @Nullable String read(Path remembered) throws IOException {
        if (!Files.exists(remembered)
                || Files.getLastModifiedTime(remembered).compareTo(Files.getLastModifiedTime(PROJECT)) < 0) {
            return null;
        }
        String jars = Files.readString(remembered).strip();
        return Stream.of(jars.split(File.pathSeparator)).map(Path::of).allMatch(Files::exists) ? jars : null;
    }

    private static void resolve(String version, Path into) throws IOException {
        boolean windows = File.separatorChar == '\\';
        List<String> command = new ArrayList<>(List.of(
                Path.of(windows ? "mvnw.cmd" : "mvnw").toAbsolutePath().toString(),
                "-B",
                "-ntp",
                "-f",
                PROJECT.toString(),
                "dependency:build-classpath",
                "-Dkafka.version=" + version,
                "-Dmdep.outputFile=" + into.toAbsolutePath()));
        // What Maven tells the tests that it runs.
        String repository = System.getProperty("localRepository");
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        Path log = into.resolveSibling(version + ".log");
        Process maven = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!maven.waitFor(MINUTES, TimeUnit.MINUTES)) {
                maven.destroyForcibly();
                throw new IllegalStateException("Maven took over " + MINUTES + " minutes to resolve Kafka " + version);
            }
        } catch (InterruptedException e) {
            maven.destroyForcibly();
            throw StreamsGroups.interrupted(e);
        }
        if (maven.exitValue() != 0) {
            throw new IllegalStateException("Kafka " + version + " was not resolved:\n" + Files.readString(log));
        }
    }
}
