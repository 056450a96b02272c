package io.streamgauge.dashboard;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.handler;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class DashboardControllerTests {

    private final MockMvc mvc =
            MockMvcBuilders.standaloneSetup(new DashboardController()).build();

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/clusters/sample", "/clusters/sample/groups/orders-app", "/recordings", "/recordings/1"})
    void anAddressOfADashboardsPageIsFound(String address) throws Exception {
        mvc.perform(get(address)).andExpect(handler().methodName("page"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/nowhere/at/all"})
    void anAddressThatIsNobodysIsNotFound(String address) throws Exception {
        mvc.perform(get(address)).andExpect(handler().methodName("unknownPage"));
    }
}
