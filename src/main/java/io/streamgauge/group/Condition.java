package io.streamgauge.group;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something that a group's state shows to be wrong, risky or worth knowing. Whether it lasts long enough to be told is
 * decided when it is asked for, so that a condition which merely goes on writes nothing.
 *
 * @param code stable, in capitals
 * @param since when the group's states began to show it without a break
 * @param evidence by name, sorted: texts, whole numbers, truth values, and lists and maps of them
 */
public record Condition(String code, Subject subject, Instant since, Map<String, Object> evidence) {

    public Condition {
        evidence = Collections.unmodifiableMap(new TreeMap<>(evidence));
    }

    /** What tells spells of conditions apart: the same again after a break has another beginning. */
    public record Spell(String code, Subject subject, Instant since) {}

    /** Of which spell this is what a state shows. */
    public Spell spell() {
        return new Spell(code, subject, since);
    }

    /** What a condition is about. */
    public enum Kind {
        GROUP,
        MEMBER,
        PROCESS,
        INSTANCE,
        TASK,
        SUBTOPOLOGY,
        TOPIC,
        ENDPOINT
    }

    /**
     * What a condition is about.
     *
     * @param id of the member, process, task and so on; null for the group itself
     */
    public record Subject(Kind kind, @Nullable String id) {

        public static final Subject GROUP = new Subject(Kind.GROUP, null);
    }
}
