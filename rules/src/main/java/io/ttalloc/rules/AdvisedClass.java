package io.ttalloc.rules;

import java.util.List;

/** A class that is woven for one rule, as the rule's clauses see it. */
public interface AdvisedClass {
  /** The methods with code that the class itself declares and a pattern means. */
  List<AdvisedMethod> methods(MethodPattern pattern);
}
