package io.ttalloc.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test that tries further programs, faults, environments or inputs. The main path of such a
 * test is also covered by a test that runs in every build. Tests with this mark are run by
 * continuous integration ({@code .ci/run}) and by {@code mvn verify -DexcludedGroups=reliability},
 * but not by {@code mvn verify} alone, which thus takes only minutes.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("variant")
public @interface Variant {}
