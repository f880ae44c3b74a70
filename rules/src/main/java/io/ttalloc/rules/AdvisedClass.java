package io.ttalloc.rules;

import java.util.List;

/** A class that is woven for one rule, as seen by the rule's clauses. */
public interface AdvisedClass {
  /** The methods with code that the class itself declares and a pattern covers. */
  List<AdvisedMethod> methods(MethodPattern pattern);
}
