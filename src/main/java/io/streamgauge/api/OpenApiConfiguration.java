package io.streamgauge.api;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.servers.Server;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;

/** The OpenAPI document: what the annotations do not say, read from the records that are answered. */
@Configuration(proxyBeanMethods = false)
@SuppressWarnings("rawtypes") // the model's own signatures are raw
class OpenApiConfiguration {

    private static final String PROBLEM = "application/problem+json";

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .servers(List.of(new Server().url("/").description("This service")))
                .info(new Info()
                        .title("Streamgauge")
                        .version("v1")
                        .description(
                                "States of Kafka Streams groups, as of any instant that was observed. In every answer null"
                                        + " means not known, an empty list known to hold none. Instants are ISO-8601 in UTC."
                                        + " Names in paths are percent-encoded once.")
                        .license(new License().name("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0")));
    }

    /** Every field is always there; those that may be null say so, as the records' own annotations do. */
    @Bean
    OpenApiCustomizer requiredAndNullableFields() {
        return api -> {
            Map<String, Schema> schemas = api.getComponents().getSchemas();
            schemas.forEach((name, schema) -> {
                Class<?> type = type(name);
                if (type != null) {
                    describe(schema, type);
                }
            });
        };
    }

    private static @Nullable Class<?> type(String schemaName) {
        try {
            Class<?> type = ClassUtils.forName(
                    OpenApiConfiguration.class.getPackageName() + "." + schemaName,
                    OpenApiConfiguration.class.getClassLoader());
            return type.isRecord() ? type : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static void describe(Schema<?> schema, Class<?> record) {
        Map<String, Schema> properties = schema.getProperties();
        schema.setRequired(Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
        for (RecordComponent component : record.getRecordComponents()) {
            Schema<?> property = properties.get(component.getName());
            if (property != null && component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                properties.put(component.getName(), nullable(property));
            }
        }
    }

    private static Schema<?> nullable(Schema<?> property) {
        if (property.get$ref() != null) {
            Schema<?> reference = new Schema<>().$ref(property.get$ref());
            Schema<?> nothing = new Schema<>();
            nothing.setTypes(new LinkedHashSet<>(Set.of("null")));
            Schema<Object> either = new Schema<>();
            either.setDescription(property.getDescription());
            either.setOneOf(List.of(reference, nothing));
            return either;
        }
        Set<String> types = new LinkedHashSet<>(property.getTypes() == null ? Set.of() : property.getTypes());
        types.add("null");
        property.setTypes(types);
        return property;
    }

    @Bean
    OpenApiCustomizer problems() {
        return api -> {
            var content = new Content()
                    .addMediaType(PROBLEM, new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem")));
            api.getComponents()
                    .addSchemas(
                            "Problem",
                            io.swagger.v3.core.converter.ModelConverters.getInstance(true)
                                    .read(Problem.class)
                                    .get("Problem"));
            api.getPaths()
                    .values()
                    .forEach(path -> path.readOperations().forEach(operation -> {
                        operation.getResponses().remove("400");
                        operation.getResponses().remove("404");
                        operation
                                .getResponses()
                                .addApiResponse(
                                        "default",
                                        new ApiResponse()
                                                .description("What went wrong, and what to do.")
                                                .content(content));
                    }));
        };
    }
}
