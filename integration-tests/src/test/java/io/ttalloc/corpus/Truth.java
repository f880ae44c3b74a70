package io.ttalloc.corpus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The known leaks of a corpus program, written down before any tool analyzed the program. A program
 * without {@link #leaks} is clean.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Truth {
  /**
   * One sentence that says why this is a leak, or why something that looks like a leak is not one.
   */
  String why();

  /** The leaks; empty for a clean program. */
  Leak[] leaks() default {};
}
