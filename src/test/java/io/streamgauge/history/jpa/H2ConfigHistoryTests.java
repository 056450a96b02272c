package io.streamgauge.history.jpa;

import org.springframework.test.context.TestPropertySource;

/** The contract on the embedded database. */
@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:configs;DB_CLOSE_DELAY=-1")
class H2ConfigHistoryTests extends ConfigHistoryContract {}
