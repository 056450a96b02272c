package io.streamgauge.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refuses what a page of another site makes a browser send: on this machine a browser reaches the service as its user
 * does. Programs that are no browsers send none of the headers that this looks at.
 */
@Component
class CrossSiteRequestFilter extends OncePerRequestFilter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final JsonMapper json;

    CrossSiteRequestFilter(JsonMapper json) {
        this.json = json;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (SAFE.contains(request.getMethod()) || !isCrossSite(request)) {
            chain.doFilter(request, response);
            return;
        }
        ProblemDetail problem = ApiErrors.problem(
                HttpStatus.FORBIDDEN,
                "Cross site request",
                "The page that sent this belongs to another site; use the dashboard, or a program that is no browser",
                request.getRequestURI());
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(problem));
    }

    private static boolean isCrossSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && !isOurs(origin, request.getHeader(HttpHeaders.HOST));
    }

    private static boolean isOurs(String origin, @Nullable String host) {
        try {
            return URI.create(origin).getRawAuthority() != null
                    && URI.create(origin).getRawAuthority().equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
