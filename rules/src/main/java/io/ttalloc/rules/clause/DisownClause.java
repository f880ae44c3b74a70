package io.ttalloc.rules.clause;

import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.rules.AdvisedMethod;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.Layer;
import io.ttalloc.rules.ResourceMethod;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that give a resource to native code or another owner if they return normally. The
 * resource is read when the method begins, because the path to the resource may have changed by the
 * time the method returns.
 */
final class DisownClause extends ResourceMethodsClause {
  DisownClause() {
    super("disown", false, true);
  }

  @Override
  protected void weave(ResourceMethod said, AdvisedMethod method) {
    method.advise(Layer.CALL, Disowned.class, concerning(said, method, KeyTable.FOUND));
  }

  /**
   * Reads the object at entry and, when the method returns, records that the object was disowned.
   */
  static final class Disowned {
    private Disowned() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@FromRule(RESOURCE) @Nullable Object resource) {
      try {
        return resource;
      } catch (NullPointerException e) {
        // The object at which the path starts may be null.
        return null;
      }
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter @Nullable Object disowned) {
      if (disowned != null) {
        Hooks.disowned(disowned);
      }
    }
  }
}
