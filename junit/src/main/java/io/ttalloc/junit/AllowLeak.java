package io.ttalloc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Something that a test, or the tests of a class, may leave open. Exactly one of {@link #type} and
 * {@link #site} must be given.
 */
@Documented
@Inherited
@Repeatable(AllowLeak.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface AllowLeak {
  /** The type as reports name it, such as {@code socket}, or the name of its class. */
  String type() default "";

  /** A method on the stack that opened it, {@code Class.method} or with the package. */
  String site() default "";

  /** Why it may stay open; must not be empty. */
  String reason();

  /** Several of them. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface All {
    AllowLeak[] value();
  }
}
