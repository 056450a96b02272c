package io.streamgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document in {@code docs/} is the one the service answers; the front end's types are made from it. */
@IntegrationTest
class OpenApiDocumentIT {

    private static final Path COMMITTED = Path.of("docs", "openapi.json");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @LocalServerPort
    private int port;

    @Test
    void theCommittedDocumentIsTheOneTheServiceAnswers() throws IOException {
        JsonNode running = new ApiClient(port).ok("/v3/api-docs");
        if (Boolean.getBoolean("openapi.update")) {
            Files.writeString(COMMITTED, JSON.writeValueAsString(running) + "\n");
        }
        assertThat(running)
                .as("docs/openapi.json is out of date; ./mvnw verify -Dit.test=OpenApiDocumentIT -Dopenapi.update=true"
                        + " writes it, then run npm run gen:api in frontend/")
                .isEqualTo(JSON.readTree(Files.readString(COMMITTED)));
    }

    @Test
    void everyOperationAndEveryFieldIsDescribed() {
        JsonNode running = new ApiClient(port).ok("/v3/api-docs");
        running.get("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyStream().forEach(operation -> {
                    assertThat(operation.getValue().get("summary").asString()).isNotBlank();
                    assertThat(operation.getValue().get("responses").has("default"))
                            .as("%s says what an error looks like", path.getKey())
                            .isTrue();
                }));
        running.at("/components/schemas")
                .propertyStream()
                .forEach(schema -> schema.getValue()
                        .get("properties")
                        .propertyStream()
                        .filter(field -> !field.getValue().has("$ref"))
                        .forEach(field -> assertThat(field.getValue().has("description"))
                                .as("%s.%s has a description", schema.getKey(), field.getKey())
                                .isTrue()));
    }

    @Test
    void swaggerUiIsThere() {
        assertThat(new ApiClient(port).get("/swagger-ui/index.html").status()).isEqualTo(200);
    }
}
