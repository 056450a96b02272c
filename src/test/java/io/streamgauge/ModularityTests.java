package io.streamgauge;

import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

/** Each package keeps to the dependencies that its package-info allows, and to the other packages' public side. */
class ModularityTests {

    @Test
    void modulesKeepToTheirBoundaries() {
        ApplicationModules.of(StreamgaugeApplication.class).verify();
    }
}
