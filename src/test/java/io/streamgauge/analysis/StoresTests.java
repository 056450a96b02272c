package io.streamgauge.analysis;

import static io.streamgauge.group.States.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamgauge.group.GroupState;
import io.streamgauge.group.Subtopology;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoresTests {

    private static final GroupState GROUP = group().subtopology(withChangelogs("0"))
            .subtopology(withChangelogs("1", "g-counts-changelog", "g-KTABLE-1-changelog", "other-topic"))
            .subtopology(Subtopology.ofTasks("10", List.of(0)))
            .build();

    private static Subtopology withChangelogs(String id, String... topics) {
        return new Subtopology(id, List.of(0), List.of("in-" + id), null, List.of(), List.of(), List.of(topics));
    }

    @Test
    void aChangelogTopicIsNamedAfterItsStore() {
        Stores stores = Stores.of(GROUP, Map.of());

        assertThat(stores.of("1")).containsExactly("KTABLE-1", "counts");
        assertThat(stores.subtopologyOf("counts")).isEqualTo("1");
        assertThat(stores.subtopologyOf("other-topic")).isNull();
        assertThat(stores.all()).containsExactly("KTABLE-1", "counts");
    }

    @Test
    void aSubtopologyWhoseTopicsAreNotKnownHasUnknownStoresAndNotNone() {
        Stores stores = Stores.of(GROUP, Map.of());

        assertThat(stores.of("0")).isEmpty();
        assertThat(stores.of("10")).isNull();
        assertThat(stores.unknownSubtopologies()).containsExactly("10");
    }

    @Test
    void aDescriptionAlsoNamesStoresWithoutAChangelogTopicOfTheirOwn() {
        Stores stores = Stores.of(GROUP, Map.of("0", List.of("latest", "latest"), "1", List.of("counts", "memory")));

        assertThat(stores.of("0")).containsExactly("latest");
        assertThat(stores.of("1")).containsExactly("counts", "memory");
        assertThat(stores.subtopologyOf("latest")).isEqualTo("0");
        assertThat(stores.of("10")).isNull();
    }

    @Test
    void namesWithoutAStoreInThemAreNone() {
        assertThat(Stores.nameIn("g", "g-a-b-changelog")).isEqualTo("a-b");
        assertThat(Stores.nameIn("g", "g--changelog")).isNull();
        assertThat(Stores.nameIn("g", "g-changelog")).isNull();
        assertThat(Stores.nameIn("g", "gg-a-changelog")).isNull();
        assertThat(Stores.nameIn("g", "g-a-repartition")).isNull();
    }
}
