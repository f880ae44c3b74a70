package io.ttalloc.corpus;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Resources of one type that leak from one line. */
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Leak {
  /** The type that the rule gives them. */
  String type();

  /** The number of resources that have leaked when the process ends. */
  int count();

  /**
   * Binary class name without package, a dot, and the method in which the application opened them:
   * where a maintainer would look first.
   */
  String openedAt();

  /**
   * The code that keeps them reachable, in a person's words, for example {@code static
   * NameOfScenario.LISTENERS}; empty if nothing does.
   */
  String heldBy() default "";
}
