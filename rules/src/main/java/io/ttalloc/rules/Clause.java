package io.ttalloc.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One clause of a rule: how it is read, which methods it names, what it says about the type of the
 * resource, and what is woven for it. A subclass overrides what applies to it; all but {@link
 * #read} are called only for rules that have the clause. Stateless, and so safe on any thread.
 *
 * <p>Rules are read before the classes of ledger and probe are defined, so no constructor and no
 * {@code read} may use one, constants excepted. {@link #weave} runs inside class loading: no
 * lambdas there.
 *
 * @param <T> what the clause says, once it is read
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
   * Reads the clause of a rule that has it; null if it is wrong, which is among the rule's problems
   * then.
   */
  public abstract @Nullable T read(RuleMapping rule);

  /** The methods that the clause names: a class has or inherits them, or a message says so. */
  public List<MethodPattern> methods(T said) {
    return List.of();
  }

  /** Adds what the clause says about the type that the rule opens or closes. */
  public void describe(T said, ResourceType type) {}

  /** Adds advice to the methods of a class to which the rule applies. */
  public void weave(T said, AdvisedClass target) {}

  @Override
  public final String toString() {
    return name;
  }
}
