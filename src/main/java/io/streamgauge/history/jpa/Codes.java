package io.streamgauge.history.jpa;

import io.streamgauge.group.TaskRole;
import io.streamgauge.group.TaskView;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;

/** The numbers by which task rows store views and roles. They are on disk: a number once given stays. */
final class Codes {

    private Codes() {}

    static short of(TaskView view) {
        return switch (view) {
            case OWNED -> 0;
            case ASSIGNED -> 1;
            case TARGET -> 2;
        };
    }

    static short of(TaskRole role) {
        return switch (role) {
            case ACTIVE -> 0;
            case STANDBY -> 1;
            case WARMUP -> 2;
        };
    }

    @Converter
    static final class Views implements AttributeConverter<TaskView, Short> {

        @Override
        public Short convertToDatabaseColumn(TaskView view) {
            return of(view);
        }

        @Override
        public TaskView convertToEntityAttribute(Short code) {
            return switch (code) {
                case 0 -> TaskView.OWNED;
                case 1 -> TaskView.ASSIGNED;
                case 2 -> TaskView.TARGET;
                default -> throw new IllegalStateException("The database holds an unknown task view " + code);
            };
        }
    }

    @Converter
    static final class Roles implements AttributeConverter<TaskRole, Short> {

        @Override
        public Short convertToDatabaseColumn(TaskRole role) {
            return of(role);
        }

        @Override
        public TaskRole convertToEntityAttribute(Short code) {
            return switch (code) {
                case 0 -> TaskRole.ACTIVE;
                case 1 -> TaskRole.STANDBY;
                case 2 -> TaskRole.WARMUP;
                default -> throw new IllegalStateException("The database holds an unknown task role " + code);
            };
        }
    }
}
