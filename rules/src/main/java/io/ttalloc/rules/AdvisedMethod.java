package io.ttalloc.rules;

import io.ttalloc.probe.rule.ProbeRules.ScopeKind;

/** A method that is woven for one rule. */
public interface AdvisedMethod {
  /** The rule, whose other clauses may matter. */
  Rule rule();

  boolean isStatic();

  boolean isConstructor();

  /** The index under which the probe knows the rule's type. */
  int typeIndex();

  /** Registers the method as a scope with the probe, and answers the index of that. */
  int addScope(ScopeKind kind);

  /** Tells the probe that this method opens resources of the rule's type. */
  void opens();

  /**
   * Tells the probe that closes by this method are seen.
   *
   * @param close how the rule names it
   */
  void seesCloses(MethodPattern close);

  /**
   * Adds advice.
   *
   * @param layer where it is among all advice of the method, by whatever rule
   * @param advice a class with Byte Buddy's advice annotations, whose code is copied into the
   *     method
   * @param arguments for the parameters that carry {@link FromRule}
   */
  void advise(Layer layer, Class<?> advice, AdviceArguments arguments);
}
