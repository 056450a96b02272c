package io.streamgauge.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes large logs out of the recordings of the tests: lines repeated with shifted times, renamed groups and members. */
final class Logs {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
    private static final int STAMP_END = 24;
    private static final String GROUP = "orders-app";
    private static final Pattern MEMBER = Pattern.compile("memberId(?:\":\"|=')([A-Za-z0-9_-]{22})");

    private static final Pattern CORRELATION = Pattern.compile("(correlationId=)(\\d+)");

    /** A stretch of the recording in which nothing happens but heartbeats and one report of task offsets. */
    private static final LocalDateTime QUIET_FROM = LocalDateTime.parse("2026-11-29T22:25:58");

    private static final LocalDateTime QUIET_TO = LocalDateTime.parse("2026-11-29T22:26:58");

    private Logs() {}

    private record Line(LocalDateTime at, String rest) {

        static Line of(String text) {
            return new Line(LocalDateTime.parse(text.substring(1, STAMP_END), STAMP), text.substring(STAMP_END));
        }

        String shifted(Duration by) {
            return "[" + STAMP.format(at.plus(by)) + rest;
        }
    }

    /**
     * The broker's log of groups that formed once and then did nothing but heartbeat.
     *
     * @return its size in bytes
     */
    static long steady(Path file, int groups, long minBytes) throws IOException {
        List<Line> all = heartbeats();
        List<Line> forming =
                all.stream().filter(l -> l.at().isBefore(QUIET_FROM)).toList();
        List<Line> quiet = all.stream()
                .filter(l -> !l.at().isBefore(QUIET_FROM) && l.at().isBefore(QUIET_TO))
                .toList();
        List<List<Line>> quietOf = new ArrayList<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Line line : forming) {
                for (int group = 0; group < groups; group++) {
                    write(out, renamed(line, group), Duration.ZERO);
                }
            }
            for (int group = 0; group < groups; group++) {
                int number = group;
                quietOf.add(quiet.stream().map(l -> renamed(l, number)).toList());
            }
            Duration length = Duration.between(QUIET_FROM, QUIET_TO);
            for (int round = 0; Files.size(file) < minBytes; round++) {
                for (int i = 0; i < quiet.size(); i++) {
                    for (List<Line> lines : quietOf) {
                        write(out, measuredAgain(lines.get(i), round), length.multipliedBy(round));
                    }
                }
                out.flush();
            }
        }
        return Files.size(file);
    }

    /** The broker's log of a group in which every heartbeat gives a member three other tasks. */
    static long churn(Path file, int members, int heartbeats) throws IOException {
        String rest = unchangedHeartbeat();
        String template = memberOf(rest);
        LocalDateTime start = QUIET_FROM;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < heartbeats; i++) {
                int round = i / members;
                int number = i % members;
                String line = rest.replace(template, id(template, number))
                        .replace("\"memberEpoch\":10,", "\"memberEpoch\":" + (round + 1) + ",")
                        .replaceFirst("\"activeTasks\":null", tasks(number, round - 1))
                        .replaceFirst("\"activeTasks\":null", tasks(number, round));
                write(out, measuredAgain(new Line(start, line), round), Duration.ofMillis(50L * i));
            }
        }
        return Files.size(file);
    }

    private static String unchangedHeartbeat() throws IOException {
        return heartbeats().stream()
                .map(Line::rest)
                .filter(l -> l.contains("\"memberEpoch\":10,")
                        && l.contains("\"topology\":null,\"activeTasks\":null")
                        && l.contains("\"status\":[],\"activeTasks\":null")
                        && l.contains("\"partitionsByUserEndpoint\":null"))
                .findFirst()
                .orElseThrow(() -> new IOException("The recording has no such heartbeat any more"));
    }

    private static String memberOf(String line) throws IOException {
        Matcher member = MEMBER.matcher(line);
        if (!member.find()) {
            throw new IOException("The heartbeat names no member");
        }
        return member.group(1);
    }

    private static String tasks(int member, int round) {
        int first = member * 10 + Math.floorMod(round * 3, 9);
        return "\"activeTasks\":[{\"subtopologyId\":\"1\",\"partitions\":[" + first + "," + (first + 1) + ","
                + (first + 2) + "]}]";
    }

    /** A day of a group of 20 members and 200 tasks that heartbeat every 5 s and rebalance every hour. */
    static long day(Path file) throws IOException {
        int members = 20;
        String rest = unchangedHeartbeat();
        String template = memberOf(rest);
        LocalDateTime start = LocalDateTime.parse("2026-11-29T00:00:00");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int beat = 0; beat < 24 * 720; beat++) {
                int hour = beat / 720;
                int within = beat % 720;
                for (int m = 0; m < members; m++) {
                    String line = rest.replace(template, id(template, m));
                    String asked = "\"memberEpoch\":" + (within == 0 ? Math.max(hour, 1) : hour + 1) + ",";
                    String told = "\"memberEpoch\":" + (hour + 1) + ",";
                    line = line.replaceFirst("\"memberEpoch\":10,", asked).replace("\"memberEpoch\":10,", told);
                    String owned = within == 1 ? dayTasks(m, hour) : "\"activeTasks\":null";
                    String assigned = within == 0 ? dayTasks(m, hour) : "\"activeTasks\":null";
                    line = line.replaceFirst("\"activeTasks\":null", "\"owned\"")
                            .replaceFirst("\"activeTasks\":null", assigned)
                            .replace("\"owned\"", owned);
                    write(out, measuredAgain(new Line(start, line), beat), Duration.ofMillis(5000L * beat + 250L * m));
                }
            }
        }
        return Files.size(file);
    }

    /** Ten tasks each; every hour two of them go to the next member. */
    private static String dayTasks(int member, int hour) {
        TreeSet<Integer> partitions = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            partitions.add(Math.floorMod(member * 10 + i - 2 * hour, 200));
        }
        return "\"activeTasks\":[{\"subtopologyId\":\"1\",\"partitions\":"
                + partitions.toString().replace(" ", "") + "}]";
    }

    /** The log of an instance that joined once and then did nothing but heartbeat, and what else its client logs. */
    static long client(Path file, long minBytes) throws IOException {
        List<Line> forming = new ArrayList<>();
        List<Line> quiet = new ArrayList<>();
        for (String record : records("client-debug-4.4.0-orders-8081.log")) {
            Line line = Line.of(record);
            if (line.at().isBefore(QUIET_FROM)) {
                forming.add(line);
            } else if (line.at().isBefore(QUIET_TO)) {
                quiet.add(line);
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Line line : forming) {
                write(out, line, Duration.ZERO);
            }
            Duration length = Duration.between(QUIET_FROM, QUIET_TO);
            for (int round = 0; Files.size(file) < minBytes; round++) {
                int later = 100 * round;
                for (Line line : quiet) {
                    String rest = CORRELATION
                            .matcher(line.rest())
                            .replaceFirst(m -> m.group(1) + (Integer.parseInt(m.group(2)) + later));
                    write(out, new Line(line.at(), rest), length.multipliedBy(round));
                }
                out.flush();
            }
        }
        return Files.size(file);
    }

    /** The log of an instance as it was recorded, with every join and rebalance, over and over, each time as others. */
    static long eventfulClient(Path file, long minBytes) throws IOException {
        List<String> records = records("client-debug-4.4.0-orders-8081.log");
        List<String> members = MEMBER.matcher(String.join("\n", records))
                .results()
                .map(m -> m.group(1))
                .distinct()
                .toList();
        Duration length = Duration.between(
                        Line.of(records.get(0)).at(),
                        Line.of(records.get(records.size() - 1)).at())
                .plusMinutes(2);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int round = 0; Files.size(file) < minBytes; round++) {
                for (String record : records) {
                    String renamed = record;
                    for (String member : members) {
                        renamed = renamed.replace(member, id(member, round));
                    }
                    write(out, Line.of(renamed), length.multipliedBy(round));
                }
                out.flush();
            }
        }
        return Files.size(file);
    }

    /** A recording's records, some of which are several lines long. */
    private static List<String> records(String recording) throws IOException {
        List<String> records = new ArrayList<>();
        for (String line : Files.readAllLines(RECORDINGS.resolve(recording))) {
            if (line.startsWith("[20")) {
                records.add(line);
            } else {
                records.set(records.size() - 1, records.get(records.size() - 1) + "\n" + line);
            }
        }
        return records;
    }

    /** What differs between two heartbeats that say the same: the correlation id and the times that the broker took. */
    private static Line measuredAgain(Line line, int round) {
        String rest = line.rest();
        int id = rest.indexOf("\"correlationId\":") + 16;
        int idEnd = rest.indexOf(',', id);
        int took = rest.indexOf("\"totalTimeMs\":") + 14;
        int tookEnd = rest.indexOf(',', took);
        int local = rest.indexOf("\"localTimeMs\":") + 14;
        int localEnd = rest.indexOf(',', local);
        return new Line(
                line.at(),
                rest.substring(0, id)
                        + (Integer.parseInt(rest.substring(id, idEnd)) + 30 * round)
                        + rest.substring(idEnd, took)
                        + (round % 50 + 1) * 0.173
                        + rest.substring(tookEnd, local)
                        + (round % 70 + 1) * 0.031
                        + rest.substring(localEnd));
    }

    private static List<Line> heartbeats() throws IOException {
        try (var lines = Files.lines(RECORDINGS.resolve("broker-request-4.4.0-orders.log"))) {
            return lines.filter(l -> l.contains("\"requestApiKey\":88") && l.contains("\"groupId\":\"" + GROUP + "\""))
                    .map(Line::of)
                    .toList();
        }
    }

    private static Line renamed(Line line, int number) {
        Matcher matcher = MEMBER.matcher(line.rest());
        Map<String, String> ids = new HashMap<>();
        while (matcher.find()) {
            ids.put(matcher.group(1), id(matcher.group(1), number));
        }
        String rest = line.rest().replace(GROUP, "%s-%03d".formatted(GROUP, number));
        for (Map.Entry<String, String> id : ids.entrySet()) {
            rest = rest.replace(id.getKey(), id.getValue());
        }
        return new Line(line.at(), rest);
    }

    /** An id of the same length. */
    private static String id(String id, int number) {
        return id.substring(0, id.length() - 6) + "%06d".formatted(number);
    }

    private static void write(BufferedWriter out, Line line, Duration shift) throws IOException {
        out.write(line.shifted(shift));
        out.write('\n');
    }
}
