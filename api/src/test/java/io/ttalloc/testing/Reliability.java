package io.ttalloc.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * Marks tests with so many repetitions that only the profile {@code reliability} runs them. Their
 * time limit is two hours; other tests have two minutes.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("reliability")
@Timeout(value = 2, unit = TimeUnit.HOURS)
public @interface Reliability {}
