package io.streamgauge.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a parameter that is an instant; {@link Parameters} reads it. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(
        description = "An instant in ISO-8601 with an offset.",
        example = "2026-11-29T22:24:40Z",
        schema = @Schema(type = "string", format = "date-time"))
@interface InstantParameter {}
