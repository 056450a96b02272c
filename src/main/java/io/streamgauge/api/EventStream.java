package io.streamgauge.api;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream. It has no thread and no queue: it reads the log at its place and writes only what its socket takes
 * without waiting; when the socket takes more again, the server calls. Thread-safe.
 */
final class EventStream implements WriteListener, AsyncListener {

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Runnable abort;
    private final EventLog log;
    private final LiveEvent.Filter filter;
    private final Consumer<EventStream> onDropped;
    private final Consumer<EventStream> onOver;

    private long position;
    private byte @Nullable [] first;
    private boolean late;
    private boolean unflushed;
    private boolean over;
    private boolean completed;

    /**
     * @param abort closes the connection at once, whatever was not sent
     * @param position number of the last event that the client knows
     * @param first to be sent before any event
     * @param onDropped is told, before {@code onOver}, when the stream ends because its client is too slow
     * @param onOver is told once or more when the stream ends
     */
    EventStream(
            AsyncContext context,
            ServletOutputStream out,
            Runnable abort,
            EventLog log,
            LiveEvent.Filter filter,
            long position,
            byte[] first,
            Consumer<EventStream> onDropped,
            Consumer<EventStream> onOver) {
        this.context = context;
        this.out = out;
        this.abort = abort;
        this.log = log;
        this.filter = filter;
        this.position = position;
        this.first = first;
        this.onDropped = onDropped;
        this.onOver = onOver;
    }

    /** Sends what the socket takes. A client that is so far behind that events were forgotten is dropped. */
    synchronized void send() {
        if (over) {
            return;
        }
        try {
            while (!over && out.isReady()) {
                byte[] bytes = next();
                if (bytes != null) {
                    out.write(bytes);
                    unflushed = true;
                } else if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else {
                    break;
                }
            }
            if (!over && isTooFarBehind()) {
                drop();
            }
        } catch (IOException e) {
            // The client is gone. The server finds that too, but does not always say so.
            close();
            complete();
        } catch (RuntimeException e) {
            close();
            cut();
        }
    }

    private byte @Nullable [] next() {
        if (first != null) {
            byte[] bytes = first;
            first = null;
            return bytes;
        }
        for (LiveEvent event = log.after(position); event != null; event = log.after(position)) {
            if (event.number != position + 1) {
                return null;
            }
            position = event.number;
            if (filter.takes(event)) {
                return event.bytes();
            }
        }
        return null;
    }

    private boolean isTooFarBehind() {
        LiveEvent event = log.after(position);
        return event != null && event.number != position + 1;
    }

    /**
     * Sends a comment with the client's place. A client that took nothing since the time before the last is dropped.
     *
     * @param comment makes it, given the number of the last event that the client knows
     */
    synchronized void keepAlive(LongFunction<byte[]> comment) {
        if (over) {
            return;
        }
        if (first != null) {
            // What waits may have come just now; the next time it has not.
            if (late) {
                drop();
            }
            late = true;
            return;
        }
        late = false;
        send();
        first = comment.apply(position);
        send();
    }

    private void drop() {
        onDropped.accept(this);
        close();
        cut();
    }

    /** Ends the stream at once. */
    synchronized void end() {
        if (over) {
            return;
        }
        boolean stuck = !out.isReady();
        close();
        if (stuck) {
            // To complete alone would wait for what was not sent.
            cut();
        } else {
            complete();
        }
    }

    /**
     * Closes the connection. The server tells that to nobody when the client takes something in the same moment: the
     * request would stay under way, and a stop wait for it, if it were not completed besides.
     */
    private void cut() {
        abort.run();
        complete();
    }

    private synchronized void complete() {
        if (completed) {
            return;
        }
        completed = true;
        try {
            context.complete();
        } catch (IllegalStateException e) {
            // It is over for the server, too.
        }
    }

    private synchronized void close() {
        over = true;
        onOver.accept(this);
    }

    @Override
    public void onWritePossible() {
        send();
    }

    @Override
    public void onError(Throwable failure) {
        close();
    }

    @Override
    public void onError(AsyncEvent event) {
        close();
        complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        close();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // There is none.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Nobody starts it again.
    }
}
