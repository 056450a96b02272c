package io.streamgauge.transfer;

/** A document that cannot be imported; the message names the place and says what to do. */
public final class InvalidExportException extends RuntimeException {

    InvalidExportException(String message) {
        super(message);
    }
}
