package io.ttalloc.rules;

import io.ttalloc.probe.rule.ProbeRules.ScopeKind;

/** A method that is being woven for one rule. */
public interface AdvisedMethod {
  /**
   * The rule that the method is woven for. A clause may need to look at the rule's other clauses.
   */
  Rule rule();

  boolean isStatic();

  boolean isConstructor();

  /** The index of the rule's type in the probe; -1 if no clause of the rule uses it. */
  int typeIndex();

  /** Registers the method as a scope with the probe and returns the index of the scope. */
  int addScope(ScopeKind kind);

  /** Informs the probe that this method opens resources of the rule's type. */
  void opens();

  /**
   * Informs the probe that this method closes resources and that its calls will be seen.
   *
   * @param close the pattern by which the rule names the method
   */
  void seesCloses(MethodPattern close);

  /**
   * Adds advice.
   *
   * @param layer determines how the advice is nested with all other advice of the method
   * @param advice a class with Byte Buddy's advice annotations, whose code is copied into the
   *     method
   * @param arguments the values for parameters that are annotated with {@link FromRule}
   */
  void advise(Layer layer, Class<?> advice, AdviceArguments arguments);
}
