package io.streamgauge.history.jpa;

import io.streamgauge.group.Condition;
import io.streamgauge.group.RebalanceCause;
import io.streamgauge.group.Subtopology;
import io.streamgauge.group.TaskId;
import io.streamgauge.group.TaskOffset;
import io.streamgauge.group.TopicPartitions;
import io.streamgauge.history.GroupConfigs;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Columns that hold a small structure as JSON; null stays null. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    abstract static class Column<T> implements AttributeConverter<T, String> {

        private final TypeReference<T> type;

        Column(TypeReference<T> type) {
            this.type = type;
        }

        @Override
        @SuppressWarnings("NullAway") // jakarta.persistence hands nulls through both ways without saying so
        public String convertToDatabaseColumn(@Nullable T value) {
            return value == null ? null : MAPPER.writeValueAsString(value);
        }

        @Override
        @SuppressWarnings("NullAway")
        public T convertToEntityAttribute(@Nullable String json) {
            return json == null ? null : MAPPER.readValue(json, type);
        }
    }

    @Converter
    static final class Integers extends Column<List<Integer>> {
        Integers() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Texts extends Column<List<String>> {
        Texts() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Entries extends Column<List<Map<String, Object>>> {
        Entries() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Tags extends Column<Map<String, String>> {
        Tags() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Topics extends Column<List<TopicPartitions>> {
        Topics() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Subtopologies extends Column<Subtopology> {
        Subtopologies() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Causes extends Column<List<RebalanceCause>> {
        Causes() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Conditions extends Column<List<Condition>> {
        Conditions() {
            super(new TypeReference<>() {});
        }
    }

    @Converter
    static final class Configs extends Column<Map<String, GroupConfigs.Value>> {
        Configs() {
            super(new TypeReference<>() {});
        }
    }

    /** Offsets as {@code [["1",0,5000,null],…]}: subtopology, partition, offset, end offset. */
    @Converter
    static final class Offsets implements AttributeConverter<List<TaskOffset>, String> {

        @Override
        public String convertToDatabaseColumn(List<TaskOffset> offsets) {
            return MAPPER.writeValueAsString(offsets.stream()
                    .map(o -> new @Nullable Object[] {
                        o.task().subtopologyId(), o.task().partition(), o.offset(), o.endOffset()
                    })
                    .toList());
        }

        @Override
        public List<TaskOffset> convertToEntityAttribute(String json) {
            return MAPPER.readTree(json)
                    .valueStream()
                    .map(o -> new TaskOffset(
                            new TaskId(o.get(0).asString(), o.get(1).asInt()),
                            o.get(2).isNull() ? null : o.get(2).asLong(),
                            o.get(3).isNull() ? null : o.get(3).asLong()))
                    .toList();
        }
    }
}
