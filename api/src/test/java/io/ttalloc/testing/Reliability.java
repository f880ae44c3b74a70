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
 * Marks tests that repeat so much that only the profile {@code reliability} runs them. Their time
 * limit is two hours, instead of the two minutes that other tests have.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("reliability")
@Timeout(value = 2, unit = TimeUnit.HOURS)
public @interface Reliability {}
