package io.ttalloc.rules;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of those parameters of an advice that have {@link FromRule}. Not thread-safe. */
public final class AdviceArguments {
  /**
   * One of them.
   *
   * @param value what to read; null for the constant
   * @param constant a Long, Integer or Boolean; null stands for null
   * @param isObject whether the value must be an object, and no number
   * @param key how the number is looked up whose stand-in the argument is; null if it is not one
   */
  public record Argument(
      @Nullable Value value, @Nullable Object constant, boolean isObject, @Nullable Key key) {}

  /**
   * How a number is looked up.
   *
   * @param rule the index under which the probe knows its type
   * @param purpose one of the constants of {@link io.ttalloc.probe.resource.KeyTable}
   * @param of the object in which the number is unique; null if it is in all
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
   * @param absent what the parameter is if the rule gives no value
   */
  public AdviceArguments value(String parameter, @Nullable Value value, @Nullable Object absent) {
    byName.put(parameter, new Argument(value, absent, false, null));
    return this;
  }

  /** Adds a reference that is read whenever the method runs; null if the rule gives no value. */
  public AdviceArguments value(String parameter, @Nullable Value value) {
    return value(parameter, value, null);
  }

  /** Adds a reference to a resource, which must be an object. */
  public AdviceArguments resource(String parameter, Value value) {
    byName.put(parameter, new Argument(value, null, true, null));
    return this;
  }

  /** Adds what stands for a resource that the program knows by a number; see {@link Key}. */
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
