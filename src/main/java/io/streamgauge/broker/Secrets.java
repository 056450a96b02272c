package io.streamgauge.broker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The secrets among a client's settings, which no message may carry. */
final class Secrets {

    private static final Pattern SECRET_NAME =
            Pattern.compile("password|secret|token|credential|jaas|keystore\\.key|\\.key$|assertion|private");

    /** Options of a login module and what stands between them, for a text that may be malformed. */
    private static final Pattern OPTION = Pattern.compile("[^\\s;=\"']+");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    /** Words of a JAAS text that give nothing away. */
    private static final Set<String> PLAIN =
            Set.of("required", "requisite", "sufficient", "optional", "username", "password", "true", "false");

    private final List<String> values = new ArrayList<>();

    Secrets(Map<String, String> properties) {
        Set<String> found = new HashSet<>();
        properties.forEach((name, value) -> {
            if (isSecret(name)) {
                found.add(value.strip());
                if (name.endsWith("jaas.config")) {
                    quoted(value, found);
                    words(value, found);
                }
            }
        });
        found.removeIf(String::isEmpty);
        values.addAll(found);
    }

    private static boolean isSecret(String name) {
        ConfigDef.ConfigKey key = AdminClientConfig.configDef().configKeys().get(name);
        return (key != null && key.type() == ConfigDef.Type.PASSWORD)
                || SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    private static void quoted(String jaas, Set<String> found) {
        Matcher matcher = QUOTED.matcher(jaas);
        while (matcher.find()) {
            found.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
    }

    private static void words(String jaas, Set<String> found) {
        Matcher matcher = OPTION.matcher(jaas);
        while (matcher.find()) {
            String word = matcher.group();
            if (!PLAIN.contains(word.toLowerCase(Locale.ROOT)) && !word.startsWith("org.apache.kafka.")) {
                found.add(word);
            }
        }
    }

    /** Whether a text holds any of them, so that it must not be shown. */
    boolean areIn(String text) {
        return values.stream().anyMatch(text::contains);
    }
}
