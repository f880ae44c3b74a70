package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdvisedClass;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import java.util.List;

/** A clause that lists methods and nothing else. */
public abstract class MethodsClause extends Clause<List<MethodPattern>> {
  private final boolean constructorsToo;

  /**
   * @param constructorsToo whether a constructor may be among the methods
   */
  protected MethodsClause(String name, boolean constructorsToo) {
    super(name);
    this.constructorsToo = constructorsToo;
  }

  @Override
  public List<MethodPattern> read(RuleMapping rule) {
    return rule.methods(name(), constructorsToo);
  }

  @Override
  public final List<MethodPattern> methods(List<MethodPattern> said) {
    return said;
  }

  @Override
  public final void weave(List<MethodPattern> said, AdvisedClass target) {
    for (MethodPattern pattern : said) {
      for (AdvisedMethod method : target.methods(pattern)) {
        weave(pattern, method);
      }
    }
  }

  /** Adds advice to a method that is listed. */
  protected abstract void weave(MethodPattern pattern, AdvisedMethod method);
}
