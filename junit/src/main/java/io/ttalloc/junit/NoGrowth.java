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
 * A test, in place of {@code @Test}, that runs several times in a row and fails if each cycle after
 * the first leaves something open that one and the same line has opened, whatever keeps it. What
 * happens once, such as the start of a pool, is no growth, nor is what the next cycle closes.
 *
 * <p>It is judged when the last cycle has ended, and its cycles are judged for nothing else, even
 * under {@link NoLeaks}. Needs the agent, and has the same parameters.
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
