package io.streamgauge.history.jpa;

import io.streamgauge.group.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of a snapshot's members in the order of their ids, as text: equal neighbours together, such as {@code 6*19 5},
 * and a dash where the epoch is not known. A rebalance moves the epoch of every member and little else of most, so that
 * with the epochs here the rows of those members go on.
 */
final class MemberEpochs {

    private static final Comparator<Member> ORDER = Comparator.comparing(Member::memberId);

    private static final String UNKNOWN = "-";

    private MemberEpochs() {}

    static String write(List<Member> members) {
        StringBuilder text = new StringBuilder();
        String last = null;
        int count = 0;
        for (Member member : members.stream().sorted(ORDER).toList()) {
            String epoch = member.memberEpoch() == null
                    ? UNKNOWN
                    : member.memberEpoch().toString();
            if (!epoch.equals(last)) {
                append(text, last, count);
                last = epoch;
                count = 0;
            }
            count++;
        }
        append(text, last, count);
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable String epoch, int count) {
        if (epoch != null) {
            text.append(text.isEmpty() ? "" : " ").append(epoch).append(count == 1 ? "" : "*" + count);
        }
    }

    /** The epochs in the order of the members' ids. */
    static List<@Nullable Integer> read(String text) {
        List<@Nullable Integer> epochs = new ArrayList<>();
        for (String run : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            int star = run.indexOf('*');
            String epoch = star < 0 ? run : run.substring(0, star);
            Integer value = epoch.equals(UNKNOWN) ? null : Integer.valueOf(epoch);
            for (int n = star < 0 ? 1 : Integer.parseInt(run.substring(star + 1)); n > 0; n--) {
                epochs.add(value);
            }
        }
        return epochs;
    }

    /** The epoch of one member; null when it is not known. */
    static @Nullable Integer at(String text, int index) {
        int before = 0;
        for (String run : text.split(" ", -1)) {
            int star = run.indexOf('*');
            before += star < 0 ? 1 : Integer.parseInt(run.substring(star + 1));
            if (before > index) {
                String epoch = star < 0 ? run : run.substring(0, star);
                return epoch.equals(UNKNOWN) ? null : Integer.valueOf(epoch);
            }
        }
        throw new IndexOutOfBoundsException(index);
    }
}
