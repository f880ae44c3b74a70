package io.ttalloc.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test that tries further programs, faults, environments or inputs. Its main path is also
 * covered by a test that runs in every build. Continuous integration ({@code .ci/run}) runs it, and
 * so does {@code mvn verify -DexcludedGroups=reliability}; {@code mvn verify} alone does not, so
 * that it takes only minutes.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("variant")
public @interface Variant {}
