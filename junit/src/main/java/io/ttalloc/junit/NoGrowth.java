package io.ttalloc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Replaces {@code @Test} for a test that runs several times in a row. It fails if each cycle after
 * the first leaves open a resource that was opened by the same line, whatever keeps the resource
 * reachable. Resources that are opened only once, for example by the start of a pool, are not
 * growth, and neither are those that the next cycle closes.
 *
 * <p>The test is judged when its last cycle has ended. Its cycles are not checked for other leaks,
 * even under {@link NoLeaks}. Needs the agent, and has the same parameters as {@link NoLeaks}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith({NoLeaksExtension.class, Cycles.class})
public @interface NoGrowth {
  /** The number of cycles, at least 3. */
  int cycles() default 5;
}
