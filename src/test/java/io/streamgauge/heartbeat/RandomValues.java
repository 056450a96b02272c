package io.streamgauge.heartbeat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values that a heartbeat's fields may hold: extremes, nulls, empties and texts that are hard to read. */
class RandomValues {

    /** Parts of texts that look like what stands around texts, but for what could truly stand there. */
    private static final List<String> PIECES = List.of(
            "a",
            "B",
            " ",
            "é",
            "日本",
            "😀",
            "\t",
            "null",
            "0",
            "{\"",
            "\\",
            "=",
            "(",
            "[",
            ", ",
            "'",
            "The member's topology epoch 0 is behind.",
            "''",
            "', statusCode=",
            "', errorCode=0",
            "')",
            "')]",
            "]",
            "x', val",
            "'), Foo(");

    /** So many of the pieces hold nothing that could end a text. */
    private static final int HARMLESS = 17;

    private static final List<String> NAMES =
            List.of("a", "orders", "orders-app-counts-changelog", "A.b_c-1", "x".repeat(249), "0");

    private static final int[] INTS = {0, 1, -1, -2, 5, 1_000_000, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, 100, 5_000_000_000L, Long.MAX_VALUE, -1, Long.MIN_VALUE};

    final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    final String text() {
        if (random.nextInt(8) == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        int hardest = random.nextBoolean() ? HARMLESS : PIECES.size();
        for (int i = random.nextInt(5); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(hardest)));
        }
        return text.toString();
    }

    final String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    final int int32() {
        return random.nextBoolean() ? INTS[random.nextInt(INTS.length)] : random.nextInt();
    }

    final long int64() {
        return random.nextBoolean() ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
    }

    final int partition() {
        return random.nextInt(9) == 0 ? Integer.MAX_VALUE : random.nextInt(100);
    }

    final int port() {
        return random.nextBoolean() ? 65_535 : random.nextInt(65_536);
    }

    final <T> @Nullable T orNull(Supplier<T> value) {
        return random.nextInt(3) == 0 ? null : value.get();
    }

    final <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(element.get());
        }
        return list;
    }
}
