package io.streamgauge.history.jpa;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.StatelessSession;

/** Rows to insert and to update together, each table's in one JDBC batch. */
final class RowBatch {

    private static final int JDBC_BATCH = 500;

    private final Map<Class<?>, List<Object>> inserts = new LinkedHashMap<>();
    private final Map<Class<?>, Set<Object>> updates = new LinkedHashMap<>();
    private final Set<Object> inserted = Collections.newSetFromMap(new IdentityHashMap<>());

    void insert(Object row) {
        inserts.computeIfAbsent(row.getClass(), c -> new ArrayList<>()).add(row);
        inserted.add(row);
    }

    /** Updates a row; one that this batch inserts is inserted as it is in the end. */
    void update(Object row) {
        if (!inserted.contains(row)) {
            updates.computeIfAbsent(row.getClass(), c -> Collections.newSetFromMap(new IdentityHashMap<>()))
                    .add(row);
        }
    }

    void execute(StatelessSession session) {
        session.setJdbcBatchSize(JDBC_BATCH);
        inserts.values().forEach(rows -> inChunks(rows, session::insertMultiple));
        updates.values().forEach(rows -> inChunks(List.copyOf(rows), session::updateMultiple));
    }

    private static void inChunks(List<Object> rows, java.util.function.Consumer<List<?>> write) {
        for (int i = 0; i < rows.size(); i += JDBC_BATCH) {
            write.accept(rows.subList(i, Math.min(rows.size(), i + JDBC_BATCH)));
        }
    }
}
