package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.probe.ProbeRules.Scope;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import io.ttalloc.probe.ProbeType;

/**
 * A rule with the index under which the probe knows its type.
 *
 * @param typeIndex -1 if the rule neither opens, counts, closes nor updates, nor names anything by
 *     a key
 */
record WovenRule(Rule rule, int typeIndex, ProbeRules probeRules) {
  /**
   * Registers a rule with the probe.
   *
   * @param type what this rule and others say of its resources
   */
  static WovenRule of(Rule rule, ResourceType type, ProbeRules probeRules, ReleaseCalls calls) {
    if (rule.list(Clauses.OPEN).isEmpty()
        && rule.list(Clauses.CLOSE).isEmpty()
        && rule.list(Clauses.ADOPT).isEmpty()
        && rule.list(Clauses.UPDATE).isEmpty()
        && !Clauses.countsReferences(rule)
        && !Clauses.hasKeys(rule)) {
      return new WovenRule(rule, -1, probeRules);
    }
    int flags = type.flags();
    if (calls.areMissingFor(type)) {
      flags |= RecordLayout.TYPE_CLOSES_UNSEEN;
    }
    int index =
        probeRules.add(
            new ProbeType(
                type.name(),
                rule.classes().toString(),
                flags,
                type.slotFlags(),
                type.isIdempotent(),
                calls.of(type),
                type.limitNanos(),
                type.isWatchedAfterClose(),
                isForgotten(rule),
                Clauses.attributesOf(rule),
                type.excluded()));
    return new WovenRule(rule, index, probeRules);
  }

  /**
   * Whether whatever happens to a closed object leaves no trace: a further close is no misuse, and
   * there is no outer constructor that would open it again.
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

  /** Tells the probe what the rule says of the objects of a class, whatever opens them. */
  void describe(String className) {
    ResourceType type = rule.type();
    boolean ofThisClass =
        rule.classes().kind() == ClassPattern.Kind.CLASS
            && rule.classes().matches(className)
            && (type.flags() & RecordLayout.TYPE_BY_CONSTRUCTOR) != 0
            && Clauses.opensItself(rule);
    if (Clauses.opensItself(rule) || !rule.methods(Clauses.SCOPE).isEmpty()) {
      probeRules.describes(
          className, rule.get(Clauses.TYPE), ofThisClass, type.flags(), type.limitNanos());
    }
  }

  /** Registers a method as a scope with the probe, and answers the index of that. */
  int addScope(ScopeKind kind, String className, String method) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    boolean isConstructor = method.equals(MethodPattern.CONSTRUCTOR);
    return probeRules.add(new Scope(kind, simple + "." + method, isConstructor));
  }
}
