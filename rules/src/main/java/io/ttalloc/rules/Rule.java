package io.ttalloc.rules;

import io.ttalloc.text.yaml.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Specifies what to track in the classes of one pattern. The clauses are explained, each with an
 * example, in {@code docs/rules.md}. Immutable.
 *
 * <p>Two rules are equal only if they are the same object: rules are looked up inside class
 * loading, where the hash code of a record would visit all clauses.
 *
 * @param classes the classes that the rule covers
 * @param subtypes whether the rule also applies to classes that extend or implement one of {@code
 *     classes}
 * @param clauses the clauses of the rule, each with the value that its {@code read} method returned
 * @param position the position of the rule's {@code class}
 */
public record Rule(
    ClassPattern classes, boolean subtypes, Map<Clause<?>, Object> clauses, Position position) {
  /** The consequence of a problem within one rule: the file's other rules still apply. */
  public static final String CONSEQUENCE = "this rule is ignored";

  public Rule {
    // Not Map.copyOf, because the order of such a map differs from run to run.
    clauses = Collections.unmodifiableMap(new LinkedHashMap<>(clauses));
  }

  /** Creates a rule with one clause, for the classes of a pattern but not for their subtypes. */
  public static <T> Rule of(ClassPattern classes, Clause<T> clause, T said, Position position) {
    return new Rule(classes, false, Map.of(clause, said), position);
  }

  /** Returns the value of a clause; null if the rule does not have the clause. */
  @SuppressWarnings("unchecked") // the value was read by the clause itself
  public <T> @Nullable T get(Clause<T> clause) {
    return (T) clauses.get(clause);
  }

  /** The value of a clause that is a list; empty if the rule does not have the clause. */
  public <T> List<T> list(Clause<List<T>> clause) {
    List<T> said = get(clause);
    return said == null ? List.of() : said;
  }

  /** Whether the rule has a clause. */
  public boolean has(Clause<?> clause) {
    return clauses.containsKey(clause);
  }

  /** A copy of the rule without a clause. */
  public Rule without(Clause<?> clause) {
    Map<Clause<?>, Object> left = new LinkedHashMap<>(clauses);
    return left.remove(clause) == null ? this : new Rule(classes, subtypes, left, position);
  }

  /** The methods that a clause names; empty if the rule does not have the clause. */
  public <T> List<MethodPattern> methods(Clause<T> clause) {
    T said = get(clause);
    return said == null ? List.of() : clause.methods(said);
  }

  /** The type that the rule opens or closes, as specified by its clauses. */
  public ResourceType type() {
    ResourceType type = new ResourceType(classes);
    for (Clause<?> clause : clauses.keySet()) {
      describe(clause, type);
    }
    return type;
  }

  private <T> void describe(Clause<T> clause, ResourceType type) {
    T said = get(clause);
    if (said != null) {
      clause.describe(said, type);
    }
  }

  /** Whether the advice of any clause needs the index of the type. */
  public boolean usesType() {
    for (Clause<?> clause : clauses.keySet()) {
      if (usesType(clause)) {
        return true;
      }
    }
    return false;
  }

  private <T> boolean usesType(Clause<T> clause) {
    T said = get(clause);
    return said != null && clause.usesType(said);
  }

  /** Adds the advice of every clause to a class. */
  public void weave(AdvisedClass target) {
    for (Clause<?> clause : clauses.keySet()) {
      weave(clause, target);
    }
  }

  private <T> void weave(Clause<T> clause, AdvisedClass target) {
    T said = get(clause);
    if (said != null) {
      clause.weave(said, target);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
