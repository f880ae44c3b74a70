package io.ttalloc.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of clause: how it is read, which methods it names, how it affects the type of the
 * resource, and the advice that is woven for it. A subclass overrides the methods that apply to it;
 * all methods but {@link #read} are called only for rules that have the clause. Stateless, and
 * therefore thread-safe.
 *
 * <p>Rules are read before the classes of ledger and probe are defined, so constructors and {@code
 * read} must not use these classes, except for constants. {@link #weave} runs inside class loading:
 * lambdas are not allowed there.
 *
 * @param <T> the parsed value of the clause
 */
public abstract class Clause<T> {
  private final String name;

  /**
   * @param name the key in a rule file
   */
  protected Clause(String name) {
    this.name = name;
  }

  /** The key in a rule file. */
  public final String name() {
    return name;
  }

  /**
   * Reads the clause from a rule that has it. If the clause is malformed, adds a problem to the
   * rule and returns null.
   */
  public abstract @Nullable T read(RuleMapping rule);

  /**
   * The methods that the clause names. A message is printed if a class neither declares nor
   * inherits one of them.
   */
  public List<MethodPattern> methods(T said) {
    return List.of();
  }

  /** Adds the properties that the clause specifies to the type that the rule opens or closes. */
  public void describe(T said, ResourceType type) {}

  /** Whether the advice needs {@link AdvisedMethod#typeIndex()}, which is -1 if no clause does. */
  public boolean usesType(T said) {
    return false;
  }

  /** Adds advice to the methods of a class to which the rule applies. */
  public void weave(T said, AdvisedClass target) {}

  @Override
  public final String toString() {
    return name;
  }
}
