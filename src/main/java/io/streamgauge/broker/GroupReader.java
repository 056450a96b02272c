package io.streamgauge.broker;

import io.streamgauge.history.GroupReading;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** Reads one kind of what there is to read of groups beside their states. */
interface GroupReader {

    /**
     * What came of reading a group.
     *
     * @param read null when nothing could be read
     * @param failure why not everything could be read; null when it could
     */
    record Outcome(@Nullable GroupReading read, @Nullable Failure failure) {}

    /**
     * Reads groups.
     *
     * @param groups in the order in which they are to be asked for
     * @return by group id; a group that there was no time for is missing
     */
    Map<String, Outcome> read(Admin client, Map<String, ReadGroup> groups);
}
