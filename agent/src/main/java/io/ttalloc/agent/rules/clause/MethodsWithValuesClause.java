package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdvisedClass;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A clause that lists mappings, each with a {@code method} and with values beside it. */
public abstract class MethodsWithValuesClause<I extends MethodsWithValuesClause.Item>
    extends Clause<List<I>> {
  /** One method with its values. */
  public interface Item {
    MethodPattern method();
  }

  private final boolean methodAlone;
  private final List<String> keys = new ArrayList<>();

  /**
   * @param methodAlone whether an item may be a method without anything, instead of a mapping
   * @param values the keys of an item beside {@code method}
   */
  protected MethodsWithValuesClause(String name, boolean methodAlone, String... values) {
    super(name);
    this.methodAlone = methodAlone;
    keys.add("method");
    keys.addAll(List.of(values));
  }

  @Override
  public final List<I> read(RuleMapping rule) {
    List<I> all = new ArrayList<>();
    for (RuleMapping mapping : rule.mappings(name(), keys, methodAlone)) {
      MethodPattern method = mapping.method();
      I item = method == null ? null : read(method, mapping);
      if (item != null) {
        all.add(item);
      }
    }
    return all;
  }

  /** Reads the values of an item; null if one is wrong, which is among the problems then. */
  protected abstract @Nullable I read(MethodPattern method, RuleMapping mapping);

  @Override
  public final List<MethodPattern> methods(List<I> said) {
    List<MethodPattern> methods = new ArrayList<>();
    for (I item : said) {
      methods.add(item.method());
    }
    return methods;
  }

  @Override
  public final void weave(List<I> said, AdvisedClass target) {
    for (I item : said) {
      for (AdvisedMethod method : target.methods(item.method())) {
        weave(item, method);
      }
    }
  }

  /** Adds advice to a method that an item names. */
  protected abstract void weave(I item, AdvisedMethod method);
}
