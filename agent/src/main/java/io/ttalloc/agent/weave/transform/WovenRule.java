package io.ttalloc.agent.weave.transform;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;

/**
 * A rule as it applies to one class.
 *
 * @param typeIndex a placeholder for the index under which the probe knows the rule's type; -1 if
 *     no clause uses it
 * @param facts what the probe has to know
 */
record WovenRule(Rule rule, int typeIndex, ProbeFacts facts) {
  /**
   * Adds the type of a rule to the facts for the probe.
   *
   * @param type what this rule and others of its type state about the resources
   */
  static WovenRule of(Rule rule, ResourceType type, ProbeFacts facts, ReleaseCalls calls) {
    if (!rule.usesType()) {
      return new WovenRule(rule, -1, facts);
    }
    int flags = type.flags();
    if (calls.areMissingFor(type)) {
      flags |= RecordLayout.TYPE_CLOSES_UNSEEN;
    }
    int index = facts.type(rule, type, flags, calls.of(type), isForgotten(rule));
    return new WovenRule(rule, index, facts);
  }

  /**
   * Whether nothing that happens to a closed object has to be recorded: a further close is no
   * misuse, and there is no outer constructor that would open the object again.
   */
  private static boolean isForgotten(Rule rule) {
    ResourceType type = rule.type();
    return (type.flags() & RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED) != 0
        && type.isIdempotent()
        && !Clauses.countsReferences(rule)
        && !Clauses.hasKeys(rule)
        && ((type.flags() & RecordLayout.TYPE_BY_CONSTRUCTOR) == 0 || hasOneConstructor(rule));
  }

  private static boolean hasOneConstructor(Rule rule) {
    return !rule.subtypes()
        && rule.list(Clauses.OPEN).size() == 1
        && rule.list(Clauses.OPEN).get(0).method().parameterTypes() != null;
  }

  /** Adds what the rule states about the objects of a class, whatever opens them. */
  void describe(String className) {
    ResourceType type = rule.type();
    boolean ofThisClass =
        rule.classes().matches(className)
            && (type.flags() & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0
            && Clauses.opensItself(rule);
    // A rule that only says how objects are closed may still read their size.
    boolean sized = (type.flags() & RecordLayout.TYPE_HAS_BYTES) != 0;
    if (Clauses.opensItself(rule) || sized || !rule.methods(Clauses.SCOPE).isEmpty()) {
      facts.describes(
          className,
          rule.get(Clauses.TYPE),
          typeIndex,
          ofThisClass,
          type.flags(),
          type.limitNanos());
    }
  }

  /** Adds a method as a scope, and returns the placeholder for its index. */
  int addScope(ScopeKind kind, String className, String method) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    boolean isConstructor = method.equals(MethodPattern.CONSTRUCTOR);
    return facts.scope(kind, simple + "." + method, isConstructor);
  }
}
