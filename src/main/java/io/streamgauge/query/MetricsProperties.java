package io.streamgauge.query;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Which groups have metrics.
 *
 * @param groups how many, at most; those of the first clusters and ids
 * @param recordings whether those of recordings too
 */
@ConfigurationProperties("streamgauge.metrics")
@Validated
record MetricsProperties(
        @DefaultValue("1000") @Min(value = 0, message = "is 0 or greater")
        int groups,

        @DefaultValue("false") boolean recordings) {}
