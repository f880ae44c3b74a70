package io.ttalloc.rules;

import java.util.List;

/** A class that is being woven for one rule, as seen by the rule's clauses. */
public interface AdvisedClass {
  /**
   * Returns the methods that match a pattern, are declared by the class itself, and have a body.
   */
  List<AdvisedMethod> methods(MethodPattern pattern);
}
