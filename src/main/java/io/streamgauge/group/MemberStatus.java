package io.streamgauge.group;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A status that is open for a member: its last heartbeat answer named it.
 *
 * @param code the number on the wire, int8
 * @param detail the broker's words, null where it gave none
 */
public record MemberStatus(
        String memberId, int code, @Nullable String detail) implements Comparable<MemberStatus> {

    private static final Comparator<MemberStatus> ORDER = Comparator.comparingInt(MemberStatus::code)
            .thenComparing(MemberStatus::detail, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(MemberStatus::memberId);

    @Override
    public int compareTo(MemberStatus other) {
        return ORDER.compare(this, other);
    }
}
