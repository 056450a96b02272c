package io.streamgauge.api;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.when;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.streamgauge.history.HistoryException;
import io.streamgauge.history.HistoryProperties;
import io.streamgauge.query.GroupQueries;
import io.streamgauge.query.ReadingQueries;
import io.streamgauge.replay.RecordingLimits;
import io.streamgauge.replay.RecordingService;
import io.streamgauge.transfer.ExportWriter;
import io.streamgauge.transfer.Imports;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.util.unit.DataSize;

/** Failures of what is behind the controllers, which a whole service cannot be made to have. */
@WebMvcTest({ClusterController.class, RecordingController.class, ImportController.class})
@MockitoBean(types = {ExportWriter.class, ReadingQueries.class})
@Import(CrossSiteRequestFilter.class)
class ApiErrorsTests {

    @TempDir
    private static Path directory;

    @TestConfiguration
    static class Settings {

        @Bean
        HistoryProperties historyProperties() {
            return new HistoryProperties(directory);
        }

        @Bean
        RecordingLimits recordingLimits() {
            return new RecordingLimits(DataSize.ofMegabytes(1), DataSize.ofMegabytes(1));
        }
    }

    @Autowired
    private MockMvc mvc;

    @MockitoBean
    private GroupQueries queries;

    @MockitoBean
    private RecordingService recordings;

    @MockitoBean
    private Imports imports;

    @Test
    void aStoreThatFailsIsUnavailableAndNothingOfItsInsidesIsShown() throws Exception {
        when(queries.cluster(anyString()))
                .thenThrow(new HistoryException(
                        HistoryException.Kind.UNAVAILABLE,
                        "The database refused the write; nothing of it was stored",
                        new IllegalStateException("password=secret")));
        mvc.perform(get("/api/v1/clusters/prod"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(content().contentType("application/problem+json"))
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:store-unavailable"))
                .andExpect(content().string(org.hamcrest.Matchers.not(org.hamcrest.Matchers.containsString("secret"))));
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsUnavailable() throws Exception {
        when(queries.cluster(anyString()))
                .thenThrow(new IllegalStateException(new SQLException("The database has been closed")));
        mvc.perform(get("/api/v1/clusters/prod"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:store-unavailable"));
    }

    @Test
    void anUnexpectedErrorShowsNoMessageOfItsOwn() throws Exception {
        when(queries.cluster(anyString())).thenThrow(new IllegalStateException("password=secret"));
        mvc.perform(get("/api/v1/clusters/prod"))
                .andExpect(status().isInternalServerError())
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:internal-error"))
                .andExpect(content().string(org.hamcrest.Matchers.not(org.hamcrest.Matchers.containsString("secret"))));
    }

    @Test
    void aFullDiskIsSaidAndNothingOfTheUploadStays() throws Exception {
        MockMultipartFile full = new MockMultipartFile("file", "a.log", "text/plain", new byte[] {1}) {
            @Override
            public void transferTo(File destination) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        mvc.perform(multipart("/api/v1/recordings").file(full))
                .andExpect(status().isInsufficientStorage())
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:disk-full"));
        try (Stream<Path> left = Files.list(directory.resolve("uploads"))) {
            Assertions.assertThat(left).isEmpty();
        }
    }

    @Test
    void aDatabaseWithoutSpaceIsSaidAndNothingOfTheImportStays() throws Exception {
        when(imports.run(anyString(), any()))
                .thenThrow(new HistoryException(
                        HistoryException.Kind.DISK_FULL,
                        "No space is left where the database lies; nothing of this batch was stored",
                        new IllegalStateException("password=secret")));
        mvc.perform(multipart("/api/v1/imports")
                        .file(new MockMultipartFile("file", "a.json", "application/json", new byte[] {1}))
                        .param("name", "a"))
                .andExpect(status().isInsufficientStorage())
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:disk-full"));
        try (Stream<Path> left = Files.list(directory.resolve("uploads"))) {
            Assertions.assertThat(left).isEmpty();
        }
    }

    @Test
    void anUploadThatIsNoFormIsRefusedWithWhatToSend() throws Exception {
        mvc.perform(post("/api/v1/recordings").content("hello").contentType("text/plain"))
                .andExpect(status().isUnsupportedMediaType())
                .andExpect(jsonPath("$.detail").value(org.hamcrest.Matchers.containsString("multipart/form-data")));
    }

    @Test
    void aFormWithoutAFileNamesTheMissingPart() throws Exception {
        mvc.perform(multipart("/api/v1/recordings").param("name", "x"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.detail").value(org.hamcrest.Matchers.containsString("file")));
    }

    @Test
    void aPageOfAnotherSiteCanNeitherUploadNorCancelNorDelete() throws Exception {
        mvc.perform(multipart("/api/v1/recordings")
                        .file(new MockMultipartFile("file", new byte[] {1}))
                        .header("Sec-Fetch-Site", "cross-site"))
                .andExpect(status().isForbidden())
                .andExpect(jsonPath("$.type").value("urn:streamgauge:problem:cross-site-request"));
        mvc.perform(post("/api/v1/recordings/1/cancel").header("Sec-Fetch-Site", "cross-site"))
                .andExpect(status().isForbidden());
        mvc.perform(delete("/api/v1/recordings/1")
                        .header("Origin", "https://example.org")
                        .header("Host", "localhost:8080"))
                .andExpect(status().isForbidden());
        when(recordings.delete(1)).thenReturn(true);
        mvc.perform(delete("/api/v1/recordings/1")
                        .header("Origin", "http://localhost:8080")
                        .header("Host", "localhost:8080"))
                .andExpect(status().isNoContent());
        mvc.perform(delete("/api/v1/recordings/1")).andExpect(status().isNoContent());
    }
}
