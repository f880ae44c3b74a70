package io.ttalloc.corpus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The leaks of a program of the corpus, written down before any tool looked at it. No {@link
 * #leaks} means that it is clean.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Truth {
  /** Why this is a leak, or why something that looks like a leak is not one, in one sentence. */
  String why();

  /** The leaks; empty for a clean program. */
  Leak[] leaks() default {};
}
