package io.streamgauge.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.serialization.UUIDSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compared with Kafka's own serializers. */
class KeySerializerTests {

    @Test
    void makesTheBytesThatKafkasSerializersMake() {
        for (String text : List.of("", "alice", "müller", "日本", "\uD83D\uDE80", " a b ", "42")) {
            assertThat(KeySerializer.STRING.serialize(text)).isEqualTo(new StringSerializer().serialize("t", text));
        }
        Random random = new Random(22);
        for (int n = 0; n < 1_000; n++) {
            long number = n == 0 ? Long.MIN_VALUE : n == 1 ? Long.MAX_VALUE : random.nextLong();
            assertThat(KeySerializer.LONG.serialize(Long.toString(number)))
                    .isEqualTo(new LongSerializer().serialize("t", number));
            assertThat(KeySerializer.INTEGER.serialize(Integer.toString((int) number)))
                    .isEqualTo(new IntegerSerializer().serialize("t", (int) number));
            UUID uuid = new UUID(number, random.nextLong());
            assertThat(KeySerializer.UUID.serialize(uuid.toString().toUpperCase(Locale.ROOT)))
                    .isEqualTo(new UUIDSerializer().serialize("t", uuid));
        }
    }

    @Test
    void readsBytesInEitherForm() {
        byte[] bytes = {0, (byte) 0xfb, (byte) 0xff, 16};
        assertThat(KeySerializer.HEX.serialize("00fbFF10")).isEqualTo(bytes);
        assertThat(KeySerializer.BASE64.serialize("APv/EA==")).isEqualTo(bytes);
        assertThat(KeySerializer.BASE64.serialize("APv_EA")).isEqualTo(bytes);
        assertThat(KeySerializer.HEX.serialize("")).isEmpty();
        assertThat(KeySerializer.BASE64.serialize("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "LONG, alice, 64 bits",
        "LONG, 9223372036854775808, 64 bits",
        "LONG, 1.0, 64 bits",
        "LONG, '', 64 bits",
        "INTEGER, 2147483648, 32 bits",
        "UUID, alice, 123e4567",
        "UUID, 1-1-1-1-1, 123e4567",
        "HEX, abc, two hexadecimal digits",
        "HEX, 0x10, two hexadecimal digits",
        "BASE64, a, Base64",
        "BASE64, '*AAA', Base64"
    })
    void saysWhatItTakesOfATextThatItDoesNot(KeySerializer serializer, String key, String takes) {
        assertThatThrownBy(() -> serializer.serialize(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("is no ")
                .hasMessageContaining(takes);
    }
}
