package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.history.GroupKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** The contract on the embedded database. */
@TestPropertySource(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:retention;DB_CLOSE_DELAY=-1",
            "spring.jpa.properties.hibernate.session_factory.statement_inspector="
                    + "io.streamgauge.history.jpa.H2GroupHistoryTests$Statements"
        })
class H2RetentionTests extends RetentionContract {

    @Autowired
    private DataSource database;

    @Test
    void whatIsToBeRemovedIsFoundWithoutReadingWhatStays() throws SQLException {
        GroupKey group = groupWithVersions(20);
        H2GroupHistoryTests.Statements.ASKED.get().clear();
        retention()
                .endedBefore(group.id(), at(10), 5)
                .ifPresent(versions -> retention().remove(versions, List.of()));
        retention().sweep(group.id(), () -> true);
        retention().removeOffsets(group.id(), at(10), at(10), () -> true);
        retention().removeSpells(group.id(), at(10), () -> true);

        List<String> asked = List.copyOf(H2GroupHistoryTests.Statements.ASKED.get());
        assertThat(asked).hasSizeGreaterThan(15);
        for (String sql : asked) {
            assertThat(plan(sql)).doesNotContain("tableScan");
        }
    }

    private String plan(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement("explain " + sql);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getString(1);
        }
    }
}
