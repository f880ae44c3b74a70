package io.ttalloc.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test whose main path a test of every build takes as well: this one tries further
 * programs, faults, environments or inputs. Continuous integration ({@code .ci/run}) runs it, and
 * so does {@code mvn verify -DexcludedGroups=reliability}; {@code mvn verify} alone does not, so
 * that it ends within minutes.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("variant")
public @interface Variant {}
