package io.streamgauge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingNamesTests {

    @ParameterizedTest
    @ValueSource(strings = {"a", "1", "_x", "Orders 2026-11-29", "prod.eu-1", "Aufträge", "注文", "नमस्ते"})
    void lettersDigitsAndTheUsualMarksMakeAName(String name) {
        assertThat(RecordingNames.valid(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "   ", ".hidden", "-x", "a/b", "a\\b", "a\nb", "a\tb", "a\u0000b", "a%2fb", "a?b", "a<b>"})
    void whatWouldBreakAPathOrAPageIsRefused(String name) {
        assertThatExceptionOfType(RecordingNameException.class).isThrownBy(() -> RecordingNames.valid(name));
    }

    @Test
    void spaceAroundANameIsNoPartOfIt() {
        assertThat(RecordingNames.valid("  orders ")).isEqualTo("orders");
    }

    @Test
    void aNameHasUpTo100Characters() {
        assertThat(RecordingNames.valid("x".repeat(100))).hasSize(100);
        assertThatExceptionOfType(RecordingNameException.class).isThrownBy(() -> RecordingNames.valid("x".repeat(101)));
    }

    @ParameterizedTest
    @CsvSource({
        "broker-request-4.4.0-orders.log, broker-request-4.4.0-orders",
        "orders.LOG.GZ, orders",
        "orders.jsonl.zst, orders",
        "/var/log/kafka/orders.log, orders",
        "C:\\logs\\orders.txt, orders",
        "orders.2026-11-29, orders.2026-11-29",
        "a&b=c.log, a-b-c",
        ".log, recording",
        "'', recording",
        "???, recording",
        "../../etc/passwd, passwd",
        "注文.log, 注文"
    })
    void aFileGivesItsNameWithoutPathAndExtension(String file, String name) {
        assertThat(RecordingNames.fromFile(file)).isEqualTo(name);
    }

    @Test
    void anExtensionIsFoundAfterLettersThatGrowInLowerCase() {
        assertThat(RecordingNames.fromFile("İİİİİ.log")).isEqualTo("İİİİİ");
    }

    @Test
    void aLongNameIsNotCutInTheMiddleOfACharacter() {
        String name = RecordingNames.fromFile("x" + "𠀀".repeat(80) + ".log");

        assertThatCode(() -> RecordingNames.valid(name)).doesNotThrowAnyException();
        assertThat(name.codePoints().skip(1)).containsOnly("𠀀".codePointAt(0));
    }

    @Test
    void whateverAFileIsCalledItsNameIsValid() {
        Random random = new Random(1);
        String alphabet = "aZ09_ .-/\\:%&?*\n\t\u0000\u0301İß注\uD840\uDC00.log.gz";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder file = new StringBuilder();
            for (int n = random.nextInt(150); n > 0; n--) {
                file.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String name = RecordingNames.fromFile(file.toString());

            assertThatCode(() -> RecordingNames.valid(name))
                    .as("'%s' made of '%s'", name, file)
                    .doesNotThrowAnyException();
        }
    }
}
