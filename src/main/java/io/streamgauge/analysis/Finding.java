package io.streamgauge.analysis;

import io.streamgauge.group.Condition.Subject;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something wrong, risky or worth knowing, told in plain words.
 *
 * @param since when it began, as far as it was observed
 * @param evidence by name, sorted: texts, whole numbers, truth values, and lists and maps of them
 * @param summary what is so, in a sentence with its numbers
 */
public record Finding(
        FindingCode code,
        Severity severity,
        Subject subject,
        Instant since,
        Map<String, Object> evidence,
        String summary) {

    /** The worst first; among equals what began last. */
    public static final Comparator<Finding> WORST_FIRST = Comparator.comparing(Finding::severity)
            .thenComparing(Finding::since, Comparator.reverseOrder())
            .thenComparing(Finding::code)
            .thenComparing(f -> String.valueOf(f.subject().id()));

    public Finding {
        evidence = Collections.unmodifiableMap(new TreeMap<>(evidence));
    }

    /** The same, begun at another time. */
    public Finding since(Instant begun) {
        return new Finding(code, severity, subject, begun, evidence, summary);
    }

    /** What is likely behind it. */
    public String cause() {
        return code.cause();
    }

    /** What to do. */
    public String nextStep() {
        return code.nextStep();
    }
}
