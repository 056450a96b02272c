package io.streamgauge.analysis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** How a key that somebody wrote down becomes the bytes that Kafka's serializer of that name makes of it. */
public enum KeySerializer {
    /** Text in UTF-8. */
    STRING {
        @Override
        byte[] bytes(String key) {
            return key.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** A whole number of 64 bits, big-endian. */
    LONG {
        @Override
        byte[] bytes(String key) {
            return ByteBuffer.allocate(Long.BYTES).putLong(Long.parseLong(key)).array();
        }
    },
    /** A whole number of 32 bits, big-endian. */
    INTEGER {
        @Override
        byte[] bytes(String key) {
            return ByteBuffer.allocate(Integer.BYTES)
                    .putInt(Integer.parseInt(key))
                    .array();
        }
    },
    /** A UUID as text, in small letters. */
    UUID {
        @Override
        byte[] bytes(String key) {
            String text = java.util.UUID.fromString(key).toString();
            if (!text.equalsIgnoreCase(key)) {
                throw new IllegalArgumentException("digits are missing");
            }
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },
    /** Bytes, two hexadecimal digits each. */
    HEX {
        @Override
        byte[] bytes(String key) {
            return HexFormat.of().parseHex(key);
        }
    },
    /** Bytes in Base64, its URL-safe form too. */
    BASE64 {
        @Override
        byte[] bytes(String key) {
            return Base64.getDecoder().decode(key.replace('-', '+').replace('_', '/'));
        }
    };

    abstract byte[] bytes(String key);

    /**
     * The bytes of a key.
     *
     * @throws IllegalArgumentException when the text is none of this serializer's; the message says what it takes
     */
    public byte[] serialize(String key) {
        try {
            return bytes(key);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no " + takes(), e);
        }
    }

    private String takes() {
        return switch (this) {
            case STRING -> "text";
            case LONG -> "whole number of 64 bits, such as 42";
            case INTEGER -> "whole number of 32 bits, such as 42";
            case UUID -> "UUID, which looks like 123e4567-e89b-12d3-a456-426614174000";
            case HEX -> "row of bytes of two hexadecimal digits each, such as 00ff10";
            case BASE64 -> "Base64, such as AP8Q";
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
