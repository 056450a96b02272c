package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingDocsTests {

    @Test
    void everyCodeHasItsSectionAndEverySectionItsCode() throws IOException {
        List<String> sections;
        try (var lines = Files.lines(Path.of("docs/findings.md"))) {
            sections = lines.filter(line -> line.startsWith("### "))
                    .map(line -> line.substring(4))
                    .toList();
        }
        assertThat(sections)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(FindingCode.values()).map(Enum::name).toList());
    }

    @Test
    void everyCodeSaysInSentencesWhatIsBehindItAndWhatToDo() {
        for (FindingCode code : FindingCode.values()) {
            assertThat(code.cause()).as(code.name()).matches("(?s)[A-Z].*\\.").hasSizeLessThan(300);
            assertThat(code.nextStep())
                    .as(code.name())
                    .matches("(?s)[A-Z].*\\.")
                    .hasSizeLessThan(300);
        }
    }
}
