package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.ResourceType;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Methods that close {@code this} or the object that the rule says, however they end. */
final class CloseClause extends ResourceMethodsClause {
  private static final String TYPE_INDEX = "typeIndex";

  CloseClause() {
    super("close", false, true);
  }

  @Override
  public void describe(List<ResourceMethod> close, ResourceType type) {
    for (ResourceMethod each : close) {
      if (each.isOfItself() || each.byKey()) {
        type.closedBy(each.method().name());
      }
      if (each.byKey()) {
        // A number that is freed twice may be another resource's by then.
        type.idempotent(false);
      }
    }
    for (ResourceMethod each : close) {
      if (!each.byKey()) {
        type.closedByOther(each.method().name());
      }
    }
    if (!close.isEmpty()) {
      type.flag(RecordLayout.TYPE_CLOSES_UNSEEN); // unless one of them is woven
    }
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    int type = method.typeIndex();
    if (said.isOfItself()) {
      method.seesCloses(said.method());
      method.advise(Layer.CLOSING, Closed.class, new AdviceArguments().constant(TYPE_INDEX, type));
    } else {
      AdviceArguments arguments = concerning(said, method, KeyTable.CLOSED);
      method.advise(Layer.CLOSING, ClosedOther.class, arguments.constant(TYPE_INDEX, type));
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

  /** The advice for a method that closes something else. */
  static final class ClosedOther {
    private ClosedOther() {}

    /** The object is read here, since the method may change where it is found. */
    @Advice.OnMethodEnter
    static @Nullable Object enter(
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(TYPE_INDEX) int type,
        @Advice.Local(RESOURCE) @Nullable Object closed) {
      closed = null;
      try {
        closed = resource;
      } catch (NullPointerException e) {
        // What the path to it starts at may be null.
      } catch (Throwable e) {
        Hooks.failed(e);
      }
      return closed == null ? null : Hooks.closing(closed, type);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Local(RESOURCE) @Nullable Object closed,
        @Advice.Enter @Nullable Object token,
        @Advice.Thrown @Nullable Throwable thrown) {
      if (closed != null) {
        Hooks.closed(closed, token, thrown);
      }
    }
  }
}
