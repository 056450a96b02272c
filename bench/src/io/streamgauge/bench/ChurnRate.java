package io.streamgauge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** How fast rows are stored when every heartbeat changes something, beside an insert of the same rows by JDBC alone. */
final class ChurnRate {

    private static final int RUNS = 5;
    private static final int MEMBERS = 20;
    private static final int HEARTBEATS = 20_000;
    private static final int JDBC_BATCH = 500;
    private static final Path SCHEMA = Path.of("src/main/resources/db/migration/V1__groups_and_recordings.sql");
    private static final List<String> PARENTS = List.of("cluster", "streams_group");
    private static final List<String> TABLES = List.of(
            "group_snapshot",
            "member_version",
            "task_version",
            "status_version",
            "endpoint_version",
            "subtopology_version",
            "offset_report",
            "member_error");

    private ChurnRate() {}

    static void run(Path work) throws Exception {
        Path file = work.resolve("churn.log");
        Logs.churn(file, MEMBERS, HEARTBEATS);
        double[] ours = new double[RUNS];
        double[] bare = new double[RUNS];
        long count = 0;
        try (Service service = new Service(work)) {
            Map<String, List<Object[]>> parents = new LinkedHashMap<>();
            Map<String, List<Object[]>> rows = new LinkedHashMap<>();
            service.replay(file);
            try (Connection connection = service.bean(DataSource.class).getConnection()) {
                PARENTS.forEach(table -> parents.put(table, read(connection, table)));
                TABLES.forEach(table -> rows.put(table, read(connection, table)));
            }
            count = rows.values().stream().mapToLong(List::size).sum();
            insert(work.resolve("warm-up"), parents, rows);
            for (int run = 0; run < RUNS; run++) {
                ours[run] = service.replay(file).seconds();
                bare[run] = insert(work.resolve("bare-" + run), parents, rows);
            }
        }
        Bench.print(
                "churn   %.0f rows/s (%,d heartbeats, %,d rows) | floor: bare JDBC batch insert of the same rows %.0f rows/s"
                        + " | ratio %.2f, bound >= 0.5",
                count / Bench.median(ours),
                HEARTBEATS,
                count,
                count / Bench.median(bare),
                Bench.median(bare) / Bench.median(ours));
    }

    private static List<Object[]> read(Connection connection, String table) {
        List<Object[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select * from " + table + " order by id")) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = result.getObject(i + 1);
                }
                rows.add(row);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return rows;
    }

    private static double insert(Path database, Map<String, List<Object[]>> parents, Map<String, List<Object[]>> rows)
            throws SQLException, IOException {
        String url = "jdbc:h2:file:" + database.toAbsolutePath() + ";WRITE_DELAY=0";
        try (Connection connection = DriverManager.getConnection(url)) {
            try (Statement statement = connection.createStatement()) {
                for (String sql : Files.readString(SCHEMA).split(";\\s*\n")) {
                    if (!sql.isBlank()) {
                        statement.execute(sql);
                    }
                }
            }
            connection.setAutoCommit(false);
            for (Map.Entry<String, List<Object[]>> table : parents.entrySet()) {
                insert(connection, table.getKey(), table.getValue());
            }
            long start = System.nanoTime();
            for (Map.Entry<String, List<Object[]>> table : rows.entrySet()) {
                insert(connection, table.getKey(), table.getValue());
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static void insert(Connection connection, String table, List<Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        String marks = "?,".repeat(rows.get(0).length);
        String sql = "insert into " + table + " values (" + marks.substring(0, marks.length() - 1) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < rows.size(); i++) {
                Object[] row = rows.get(i);
                for (int column = 0; column < row.length; column++) {
                    statement.setObject(column + 1, row[column]);
                }
                statement.addBatch();
                if ((i + 1) % JDBC_BATCH == 0 || i + 1 == rows.size()) {
                    statement.executeBatch();
                    connection.commit();
                }
            }
        }
    }
}
