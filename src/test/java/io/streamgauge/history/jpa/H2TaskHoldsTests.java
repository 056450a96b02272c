package io.streamgauge.history.jpa;

import org.springframework.test.context.TestPropertySource;

/** The contract on the embedded database. */
@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:holds;DB_CLOSE_DELAY=-1")
class H2TaskHoldsTests extends TaskHoldsContract {}
