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

/**
 * Methods that close {@code this} or the specified object, whether they return normally or throw an
 * exception.
 */
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
        // By the time of a second close, the number may belong to another resource.
        type.idempotent(false);
      }
    }
    for (ResourceMethod each : close) {
      if (!each.byKey()) {
        type.closedByOther(each.method().name());
      }
    }
    for (ResourceMethod each : close) {
      if (!type.mayLack(each.method())) {
        type.flag(RecordLayout.TYPE_CLOSES_UNSEEN); // cleared if one of the close methods is woven
      }
    }
  }

  @Override
  public boolean usesType(List<ResourceMethod> said) {
    return !said.isEmpty();
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

  /** The advice for a method that closes the object on which it is called. */
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

  /** The advice for a method that closes another object. */
  static final class ClosedOther {
    private ClosedOther() {}

    /**
     * Reads the object at entry, because the method may change the fields through which the object
     * is reached.
     */
    @Advice.OnMethodEnter
    static @Nullable Object enter(
        @FromRule(RESOURCE) @Nullable Object resource,
        @FromRule(TYPE_INDEX) int type,
        @Advice.Local(RESOURCE) @Nullable Object closed) {
      closed = null;
      try {
        closed = resource;
      } catch (NullPointerException e) {
        // The object at which the path starts may be null.
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
