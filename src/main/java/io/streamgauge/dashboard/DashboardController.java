package io.streamgauge.dashboard;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Serves the dashboard's page for each of its routes, which the page itself tells apart. */
@Controller
class DashboardController {

    private static final Resource PAGE = new ClassPathResource("static/index.html");

    /** The page's scripts, styles and fonts come from here and nowhere else. */
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'self'; img-src 'self' data:; font-src 'self' data:;"
                    + " style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'";

    private static final String NOBODYS = "(?!api$|actuator$|assets$|error$|v3$|swagger-ui|webjars$)[^.]+";

    // A pattern that ends in ** is no match for its own beginning where another has a name there.
    @GetMapping({"/", "/clusters/**", "/recordings", "/recordings/**"})
    ResponseEntity<Resource> page() {
        return page(HttpStatus.OK);
    }

    /** Addresses that are nobody's: the page says so to people, the status to programs. */
    @GetMapping({"/{page:" + NOBODYS + "}", "/{page:" + NOBODYS + "}/**"})
    ResponseEntity<Resource> unknownPage() {
        return page(HttpStatus.NOT_FOUND);
    }

    private static ResponseEntity<Resource> page(HttpStatus status) {
        if (!PAGE.exists()) {
            return ResponseEntity.status(HttpStatus.NOT_FOUND).build();
        }
        return ResponseEntity.status(status)
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body(PAGE);
    }

    @Configuration(proxyBeanMethods = false)
    static class Assets implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            registry.addResourceHandler("/assets/**")
                    .addResourceLocations("classpath:/static/assets/")
                    .setCacheControl(CacheControl.maxAge(Duration.ofDays(365))
                            .cachePublic()
                            .immutable());
            registry.addResourceHandler("/*.js", "/*.svg", "/*.ico", "/*.png")
                    .addResourceLocations("classpath:/static/")
                    .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)));
        }
    }
}
