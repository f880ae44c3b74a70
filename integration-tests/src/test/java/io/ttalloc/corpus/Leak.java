package io.ttalloc.corpus;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Leaked resources of one type that were opened by one method. */
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Leak {
  /** The type of the resources, as the rule names it. */
  String type();

  /** The number of resources that have leaked when the process ends. */
  int count();

  /**
   * The method in which the application opened the resources, where a maintainer would look first:
   * the binary class name without the package, a dot, and the method name.
   */
  String openedAt();

  /**
   * The code that keeps the resources reachable, described for a human reader, for example {@code
   * static NameOfScenario.LISTENERS}; empty if nothing does.
   */
  String heldBy() default "";
}
