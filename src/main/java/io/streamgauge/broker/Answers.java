package io.streamgauge.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/** Answers of brokers to one question about many things, each with its own; what was not asked for in time is missing. */
final class Answers<K, V> {

    private final Map<K, Answer<V>> answers = new ConcurrentHashMap<>();

    /** What a broker said of one thing; one of the two is null. */
    record Answer<V>(@Nullable V value, @Nullable Throwable error) {}

    /** What was said of a thing; null when it was not asked for. */
    @Nullable
    Answer<V> of(K key) {
        return answers.get(key);
    }

    /**
     * Asks every node for what is its, some at a time and node beside node, and waits for the answers. A node that was
     * silent is asked no more, and neither is one for which the time is over.
     *
     * @param ask sends a request for some things and returns a future for each of them
     * @param timeout when the last request may be sent; each has a time limit of its own
     */
    void ask(
            Map<String, List<K>> byNode,
            int size,
            Duration timeout,
            Function<List<K>, Function<K, KafkaFuture<V>>> ask) {
        long deadline = System.nanoTime() + timeout.toNanos();
        CompletableFuture.allOf(byNode.values().stream()
                        .map(keys -> askFrom(keys, 0, size, deadline, ask))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private CompletableFuture<Boolean> askFrom(
            List<K> keys, int from, int size, long deadline, Function<List<K>, Function<K, KafkaFuture<V>>> ask) {
        int to = Math.min(keys.size(), from + size);
        List<K> some = keys.subList(from, to);
        return take(some, ask.apply(some))
                .thenCompose(answered -> !answered || to == keys.size() || System.nanoTime() - deadline > 0
                        ? CompletableFuture.completedFuture(answered)
                        : askFrom(keys, to, size, deadline, ask));
    }

    /** The result is there when all answers are; false when one of them was silence. */
    private CompletableFuture<Boolean> take(List<K> keys, Function<K, KafkaFuture<V>> futures) {
        List<CompletableFuture<Boolean>> taken = new ArrayList<>();
        for (K key : keys) {
            taken.add(futures.apply(key)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .handle((value, error) -> {
                        answers.put(key, new Answer<>(value, error));
                        return error == null || !Failure.isGap(error);
                    }));
        }
        return CompletableFuture.allOf(taken.toArray(CompletableFuture[]::new))
                .thenApply(nothing -> taken.stream().allMatch(CompletableFuture::join));
    }
}
