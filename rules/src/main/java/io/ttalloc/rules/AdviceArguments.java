package io.ttalloc.rules;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values for those parameters of an advice method that are annotated with {@link FromRule}. Not
 * thread-safe.
 */
public final class AdviceArguments {
  /**
   * The value of one parameter.
   *
   * @param value the value to read; null if the argument is a constant
   * @param constant a Long, Integer or Boolean; null stands for null
   * @param isObject whether the value must be an object and not a number
   * @param key how to look up the {@code Keyed} that represents the number; null if the argument is
   *     not a resource known only by a number
   */
  public record Argument(
      @Nullable Value value, @Nullable Object constant, boolean isObject, @Nullable Key key) {}

  /**
   * How to look up the {@code Keyed} object that represents a resource known only by a number.
   *
   * @param rule the index of the type in the probe
   * @param purpose one of the constants of {@link io.ttalloc.probe.resource.KeyTable}
   * @param of the object within which the number is unique; null if it is unique everywhere
   */
  public record Key(int rule, int purpose, @Nullable Value of) {}

  private final Map<String, Argument> byName = new HashMap<>();

  /** Adds a constant. */
  public AdviceArguments constant(String parameter, Object constant) {
    byName.put(parameter, new Argument(null, constant, false, null));
    return this;
  }

  /**
   * Adds a value that is read whenever the method runs.
   *
   * @param absent the value to pass if the rule does not specify one
   */
  public AdviceArguments value(String parameter, @Nullable Value value, @Nullable Object absent) {
    byName.put(parameter, new Argument(value, absent, false, null));
    return this;
  }

  /**
   * Adds a reference that is read whenever the method runs; the argument is null if the rule does
   * not specify one.
   */
  public AdviceArguments value(String parameter, @Nullable Value value) {
    return value(parameter, value, null);
  }

  /** Adds a reference to a resource, which must be an object. */
  public AdviceArguments resource(String parameter, Value value) {
    byName.put(parameter, new Argument(value, null, true, null));
    return this;
  }

  /** Adds the object that represents a resource known only by a number; see {@link Key}. */
  public AdviceArguments keyed(String parameter, Value value, Key key) {
    byName.put(parameter, new Argument(value, null, true, key));
    return this;
  }

  /**
   * The argument for a parameter.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Argument of(String parameter) {
    Argument found = byName.get(parameter);
    if (found == null) {
      throw new IllegalArgumentException(
          "no argument '" + parameter + "', expected one of " + byName.keySet());
    }
    return found;
  }
}
