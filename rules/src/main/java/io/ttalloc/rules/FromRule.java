package io.ttalloc.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of an advice method that stands for a constant, or for a value that is read as
 * the rule specifies; see {@link AdviceArguments}. The value is read wherever the advice mentions
 * the parameter; if it mentions the parameter twice, the value is read twice.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface FromRule {
  /** The name of the argument. */
  String value();
}
