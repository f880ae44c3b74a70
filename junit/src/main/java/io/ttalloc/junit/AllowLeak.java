package io.ttalloc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares resources that a test, or the tests of a class, may leave open. Exactly one of {@link
 * #type} and {@link #site} must be specified.
 */
@Documented
@Inherited
@Repeatable(AllowLeak.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface AllowLeak {
  /** The type of the resource as in reports, such as {@code socket}, or the name of its class. */
  String type() default "";

  /**
   * A method in the stack that opened the resource, as {@code Class.method}, with or without the
   * package.
   */
  String site() default "";

  /** The reason why the resource may stay open; must not be empty. */
  String reason();

  /** The container of repeated {@link AllowLeak} annotations. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @interface All {
    AllowLeak[] value();
  }
}
