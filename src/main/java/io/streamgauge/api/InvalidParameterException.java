package io.streamgauge.api;

/** A parameter that cannot be used; the message names it and says what can. */
final class InvalidParameterException extends RuntimeException {

    InvalidParameterException(String message) {
        super(message);
    }
}
