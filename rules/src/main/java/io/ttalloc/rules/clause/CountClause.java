package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping.Want;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that increase, or methods that decrease, the reference count of {@code this} by one or by
 * a specified value.
 */
final class CountClause extends MethodsWithValuesClause {
  static final String RETAIN = "retain";
  static final String RELEASE = "release";

  private static final String BY = "by";

  /** 1 for a method that raises the count, -1 for one that lowers it. */
  private static final String SIGN = "sign";

  private static final String TYPE_INDEX = "typeIndex";

  /**
   * @param name {@link #RETAIN} or {@link #RELEASE}
   */
  CountClause(String name) {
    super(name, true, new Key(BY, Want.NUMBER, null));
  }

  @Override
  public void describe(List<Item> counts, ResourceType type) {
    if (counts.isEmpty() || name().equals(RETAIN)) {
      return;
    }
    type.closedBy(counts.get(0).method().name());
    // An extra release would release a reference that other code holds.
    type.idempotent(false);
    type.flag(RecordLayout.TYPE_CLOSES_UNSEEN); // cleared if one of the release methods is woven
  }

  @Override
  public boolean usesType(List<Item> said) {
    return !said.isEmpty();
  }

  @Override
  protected void weave(Item count, AdvisedMethod method) {
    if (method.isStatic()) {
      return;
    }
    AdviceArguments arguments =
        new AdviceArguments()
            .constant(TYPE_INDEX, method.typeIndex())
            .constant(SIGN, name().equals(RETAIN) ? 1 : -1)
            .value(BY, count.value(BY), 1);
    if (!name().equals(RETAIN)) {
      method.seesCloses(count.method());
    }
    method.advise(Layer.CLOSING, Counted.class, arguments);
  }

  /**
   * The advice for a method that changes the reference count of the object on which it is called.
   */
  static final class Counted {
    private Counted() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(
        @Advice.This Object self,
        @FromRule(TYPE_INDEX) int type,
        @FromRule(SIGN) int sign,
        @FromRule(BY) int by) {
      int count = by; // assigned, so that the value is read only once
      return count > 0 ? Hooks.counting(self, type, count * sign) : null;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @Advice.Enter @Nullable Object token,
        @Advice.Thrown @Nullable Throwable thrown) {
      Hooks.closed(self, token, thrown);
    }
  }
}
