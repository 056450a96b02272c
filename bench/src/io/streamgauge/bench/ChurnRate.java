package io.streamgauge.bench;

import java.nio.file.Path;
import java.sql.Connection;
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
                parents.put("cluster", read(connection, "cluster"));
                parents.put("streams_group", read(connection, "streams_group"));
                TABLES.forEach(table -> rows.put(table, read(connection, table)));
            }
            count = rows.values().stream().mapToLong(List::size).sum();
            DataSource database = service.bean(DataSource.class);
            insert(database, parents, rows, 1);
            for (int run = 0; run < RUNS; run++) {
                ours[run] = service.replay(file).seconds();
                bare[run] = insert(database, parents, rows, run + 2);
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

    /** Inserts copies of the rows as those of another group. */
    private static double insert(
            DataSource database, Map<String, List<Object[]>> parents, Map<String, List<Object[]>> rows, int copy)
            throws SQLException {
        long shift = copy * 1_000_000_000L;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "cluster", cluster(parents.get("cluster").get(0), shift));
            insert(connection, "streams_group", shifted(parents.get("streams_group"), shift));
            Map<String, List<Object[]>> copies = new LinkedHashMap<>();
            rows.forEach((table, all) -> copies.put(table, shifted(all, shift)));
            long start = System.nanoTime();
            for (Map.Entry<String, List<Object[]>> table : copies.entrySet()) {
                insert(connection, table.getKey(), table.getValue());
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static List<Object[]> cluster(Object[] row, long shift) {
        Object[] copy = row.clone();
        copy[0] = (Long) row[0] + shift;
        copy[1] = "copy-" + shift;
        return List.<Object[]>of(copy);
    }

    /** All tables have their id first, and the id of what they belong to second. */
    private static List<Object[]> shifted(List<Object[]> rows, long by) {
        return rows.stream()
                .map(row -> {
                    Object[] copy = row.clone();
                    copy[0] = (Long) row[0] + by;
                    copy[1] = (Long) row[1] + by;
                    return copy;
                })
                .toList();
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
