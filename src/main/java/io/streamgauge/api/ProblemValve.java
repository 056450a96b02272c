package io.streamgauge.api;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Answers requests that Tomcat itself refuses, as for a path that is no URI. Tomcat makes it by its name. */
public final class ProblemValve extends ErrorReportValve {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        HttpStatusCode status = HttpStatusCode.valueOf(response.getStatus());
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setCharacterEncoding("UTF-8");
            Writer writer = response.getReporter();
            if (writer != null) {
                var problem = ApiErrors.problem(status, ApiErrors.title(status), ApiErrors.detail(status), null);
                writer.write(JSON.writeValueAsString(new Problem(
                        String.valueOf(problem.getType()),
                        String.valueOf(problem.getTitle()),
                        problem.getStatus(),
                        String.valueOf(problem.getDetail()),
                        "")));
                response.finishResponse();
            }
        } catch (IOException | IllegalStateException e) {
            // The client is gone, or somebody else answers.
            container.getLogger().debug("An error could not be reported", e);
        }
    }
}
