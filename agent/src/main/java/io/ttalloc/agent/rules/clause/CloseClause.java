package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdviceArguments;
import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that close {@code this}, however they end. */
final class CloseClause extends MethodsClause {
  private static final String TYPE_INDEX = "typeIndex";

  CloseClause() {
    super("close", false);
  }

  @Override
  public void describe(List<MethodPattern> close, ResourceType type) {
    if (!close.isEmpty()) {
      type.closedBy(close.get(0).name().concat("()"));
      type.flag(RecordLayout.TYPE_CLOSES_UNSEEN); // unless one of them is woven
    }
  }

  @Override
  protected void weave(MethodPattern pattern, AdvisedMethod method) {
    if (!method.isStatic()) {
      method.seesCloses();
      method.advise(Closed.class, new AdviceArguments().constant(TYPE_INDEX, method.typeIndex()));
    }
  }

  /** The advice. */
  static final class Closed {
    private Closed() {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(@Advice.This Object self, @FromRule(TYPE_INDEX) int type) {
      return Hooks.closing(self, type);
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
