package io.streamgauge.analysis;

/** Which partition Kafka's producers, and so Kafka Streams, put a key into unless they are told otherwise. */
public final class DefaultPartitioner {

    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;
    private static final int R = 24;

    private DefaultPartitioner() {}

    /**
     * The partition of a serialized key.
     *
     * @param partitions of the topic, 1 or more
     */
    public static int partition(byte[] key, int partitions) {
        return (murmur2(key) & Integer.MAX_VALUE) % partitions;
    }

    /** The 32-bit MurmurHash2 of Austin Appleby, with the seed that Kafka uses. */
    static int murmur2(byte[] data) {
        int hash = SEED ^ data.length;
        int whole = data.length & ~3;
        for (int i = 0; i < whole; i += 4) {
            int k = (data[i] & 0xff)
                    | ((data[i + 1] & 0xff) << 8)
                    | ((data[i + 2] & 0xff) << 16)
                    | ((data[i + 3] & 0xff) << 24);
            k *= M;
            k ^= k >>> R;
            hash = (hash * M) ^ (k * M);
        }
        if (whole < data.length) {
            for (int i = data.length - 1; i >= whole; i--) {
                hash ^= (data[i] & 0xff) << (8 * (i - whole));
            }
            hash *= M;
        }
        hash ^= hash >>> 13;
        hash *= M;
        return hash ^ (hash >>> 15);
    }
}
