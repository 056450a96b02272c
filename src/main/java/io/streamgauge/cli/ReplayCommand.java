package io.streamgauge.cli;

import io.streamgauge.cli.ReplayOptions.UsageException;
import io.streamgauge.history.Cluster;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.replay.Recording;
import io.streamgauge.replay.RecordingNameException;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.replay.RecordingService.Submission;
import io.streamgauge.transfer.ExportWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/**
 * The command {@code replay FILE…}: replays files without a server, on a database of its own that is removed in the end,
 * and writes an export. The standard output has the export and nothing else.
 */
public final class ReplayCommand {

    /** The first argument that means this command. */
    public static final String NAME = "replay";

    private final Class<?> application;
    private final PrintStream told;

    private ReplayCommand(Class<?> application, PrintStream told) {
        this.application = application;
        this.told = told;
    }

    /**
     * Runs the command; the exit code.
     *
     * @param application whose beans do the work
     * @param arguments with the command's name
     */
    public static int run(Class<?> application, String[] arguments) {
        // Whatever a library prints must not end up in the export.
        System.setOut(System.err);
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        if (rest.contains("--help") || rest.contains("-h")) {
            try (PrintStream out = new PrintStream(standardOutput())) {
                out.print(ReplayOptions.USAGE);
            }
            return 0;
        }
        try {
            return new ReplayCommand(application, System.err).run(ReplayOptions.of(rest));
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.err.print(ReplayOptions.USAGE);
            return 1;
        }
    }

    private static OutputStream standardOutput() {
        return new FileOutputStream(FileDescriptor.out);
    }

    private int run(ReplayOptions options) {
        for (Path file : options.files()) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                told.println(file + (Files.exists(file) ? " cannot be read" : " is not there"));
                return 1;
            }
        }
        Path parent = options.export() == null
                ? null
                : Path.of(options.export()).toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            told.println("There is no directory " + parent + " to write the export to");
            return 1;
        }
        try {
            Path directory = Files.createTempDirectory("streamgauge-replay");
            SpringApplication.getShutdownHandlers().add(() -> delete(directory));
            try (ConfigurableApplicationContext context = start(directory)) {
                return replay(options, directory, context);
            } finally {
                delete(directory);
            }
        } catch (IOException | UncheckedIOException e) {
            told.println("It failed: " + e);
            return 1;
        } catch (RecordingNameException e) {
            told.println(e.getMessage());
            return 1;
        } catch (RuntimeException e) {
            // Its cause may be an end that was asked for; in any other case this is what there is to know.
            told.println("It failed unexpectedly: " + e);
            return 1;
        }
    }

    /** Neither settings nor the environment of a server on this machine matter here. */
    private ConfigurableApplicationContext start(Path directory) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .environment(new StandardEnvironment() {
                    @Override
                    protected void customizePropertySources(MutablePropertySources sources) {}
                })
                .run(
                        "--spring.config.location=classpath:/application.yml",
                        "--spring.main.banner-mode=off",
                        "--spring.main.lazy-initialization=true",
                        "--spring.main.log-startup-info=false",
                        "--streamgauge.data-dir=" + directory,
                        "--streamgauge.sample=false",
                        "--logging.level.root=warn",
                        "--logging.level.io.streamgauge.replay=error");
    }

    private int replay(ReplayOptions options, Path directory, ConfigurableApplicationContext context)
            throws IOException {
        RecordingService recordings = context.getBean(RecordingService.class);
        Path first = options.files().get(0);
        Recording submitted = recordings
                .submit(new Submission(
                        options.files().size() == 1 ? first.toAbsolutePath() : together(options.files(), directory),
                        first.getFileName().toString(),
                        false,
                        options.name(),
                        options.format(),
                        options.timeZone(),
                        options.date(),
                        options.sessionTimeout()))
                .recording();
        Recording recording = await(recordings, submitted);
        tell(recording);
        if (recording.status() != Recording.Status.COMPLETED) {
            recording.progress().errors().forEach(e -> told.println("line " + e.line() + ": " + e.message()));
            told.println(recording.failure() == null ? "It was stopped" : recording.failure());
            return 1;
        }
        if (options.export() != null) {
            GroupQueries queries = context.getBean(GroupQueries.class);
            ExportWriter exports = context.getBean(ExportWriter.class);
            Cluster cluster = queries.cluster(recording.name());
            write(options.export(), out -> exports.write(cluster, queries.groups(cluster), null, null, out));
        }
        return 0;
    }

    /** A directory with the files in the order in which they were named, which is how a recording has several. */
    private static Path together(List<Path> files, Path directory) throws IOException {
        Path together = Files.createDirectory(directory.resolve("files"));
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i).toAbsolutePath();
            Path link = together.resolve("%03d-%s".formatted(i + 1, file.getFileName()));
            try {
                Files.createSymbolicLink(link, file);
            } catch (IOException | UnsupportedOperationException e) {
                Files.copy(file, link);
            }
        }
        return together;
    }

    private static Recording await(RecordingService recordings, Recording submitted) {
        while (true) {
            Recording now = recordings.find(submitted.id()).orElse(submitted);
            if (now.status().isOver()) {
                return now;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return now;
            }
        }
    }

    private void tell(Recording recording) {
        Recording.Progress progress = recording.progress();
        told.printf(
                "%d lines, %d heartbeats, %d snapshots%n",
                progress.lines(), progress.heartbeats(), progress.snapshots());
        new TreeMap<>(progress.skipped())
                .forEach((reason, count) -> told.printf("%d lines passed over: %s%n", count, reason));
    }

    private interface Content {
        void write(OutputStream out);
    }

    /** Writes beside the file and moves it there when it is whole. */
    private static void write(String target, Content content) throws IOException {
        if (target.equals("-")) {
            writeTo(standardOutput(), content);
            return;
        }
        Path file = Path.of(target).toAbsolutePath();
        if (Files.exists(file)) {
            file = file.toRealPath();
            if (!Files.isRegularFile(file)) {
                writeTo(Files.newOutputStream(file), content);
                return;
            }
        }
        Path part = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        SpringApplication.getShutdownHandlers().add(() -> delete(part));
        try {
            writeTo(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), content);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            delete(part);
        }
    }

    private static void writeTo(OutputStream out, Content content) throws IOException {
        try (out) {
            content.write(out);
        }
    }

    private static void delete(Path path) {
        try (Stream<Path> all = Files.exists(path) ? Files.walk(path) : Stream.empty()) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // It lies among the temporary files.
        }
    }
}
