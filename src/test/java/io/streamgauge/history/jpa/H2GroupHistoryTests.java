package io.streamgauge.history.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.TaskId;
import io.streamgauge.history.GroupKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** The contract on the embedded database. */
@TestPropertySource(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1",
            "spring.jpa.properties.hibernate.session_factory.statement_inspector="
                    + "io.streamgauge.history.jpa.H2GroupHistoryTests$Statements"
        })
class H2GroupHistoryTests extends GroupHistoryContract {

    @Autowired
    private DataSource database;

    /** What was asked of the database on this thread. */
    public static final class Statements implements StatementInspector {

        static final ThreadLocal<List<String>> ASKED = ThreadLocal.withInitial(ArrayList::new);

        @Override
        public String inspect(String sql) {
            ASKED.get().add(sql);
            return sql;
        }
    }

    /** H2 reads all of a group's rows, however many, when an index is not used by all that the question knows. */
    @Test
    void aQuestionAboutOneMomentDoesNotReadTheWholeHistory() throws SQLException {
        GroupKey group = groupWithTwoVersions();
        Statements.ASKED.get().clear();
        history().versionAt(group.id(), at(1));
        history().snapshot(group.id(), 2, at(1));
        history().header(group.id(), 2);
        history().headers(group.id(), at(0), at(5), true, 0, 25);
        history().headers(group.id(), null, null, false, 1, 25);
        history().openStatuses(group.id(), 1);
        history().taskHistory(group.id(), new TaskId("0", 0), Integer.MAX_VALUE);

        List<String> asked = List.copyOf(Statements.ASKED.get());
        assertThat(asked).hasSizeGreaterThan(12);
        for (String sql : asked) {
            String plan = plan(sql);
            boolean reachesWhatItNeeds = plan.contains("index sorted */")
                    || plan.contains(" IN(ROW (")
                    || plan.contains("PRIMARY_KEY")
                    || plan.contains("AND VERSION ")
                    || plan.contains("AND PARTITION_NUMBER ");
            assertThat(reachesWhatItNeeds).as(plan).isTrue();
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
