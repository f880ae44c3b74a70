package io.ttalloc.rules;

import java.util.List;

/** A class that is being woven for one rule, as seen by the rule's clauses. */
public interface AdvisedClass {
  /** The methods that the class itself declares with a body and that a pattern covers. */
  List<AdvisedMethod> methods(MethodPattern pattern);
}
