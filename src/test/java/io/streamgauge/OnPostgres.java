package io.streamgauge;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Gives a test an empty database on a real PostgreSQL server, one for all tests of the JVM and as long as it runs. */
public interface OnPostgres {

    @DynamicPropertySource
    static void emptyDatabase(DynamicPropertyRegistry registry) throws SQLException {
        String name = "test_" + Server.DATABASES.incrementAndGet();
        try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        registry.add("spring.datasource.url", () -> Server.POSTGRES.getJdbcUrl("postgres", name));
        registry.add("spring.datasource.username", () -> "postgres");
        registry.add("spring.datasource.password", () -> "postgres");
    }

    /** Starts with the first test that needs it. */
    final class Server {

        private static final EmbeddedPostgres POSTGRES = start();
        private static final AtomicInteger DATABASES = new AtomicInteger();

        private Server() {}

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
