package io.streamgauge.api;

import io.streamgauge.analysis.Severity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns findings into what the API shows. */
final class FindingRepresentations {

    private FindingRepresentations() {}

    static Finding finding(
            @Nullable String groupId, io.streamgauge.analysis.Finding finding, @Nullable Instant closedAt) {
        return new Finding(
                groupId,
                finding.code(),
                finding.severity(),
                new FindingSubject(finding.subject().kind(), finding.subject().id()),
                finding.since(),
                closedAt,
                finding.evidence(),
                finding.summary(),
                finding.cause(),
                finding.nextStep(),
                "docs/findings.md#" + Representations.lower(finding.code()));
    }

    static FindingCounts counts(List<io.streamgauge.analysis.Finding> findings) {
        return new FindingCounts(
                count(findings, Severity.ERROR), count(findings, Severity.WARNING), count(findings, Severity.INFO));
    }

    private static int count(List<io.streamgauge.analysis.Finding> findings, Severity severity) {
        return (int) findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }
}
