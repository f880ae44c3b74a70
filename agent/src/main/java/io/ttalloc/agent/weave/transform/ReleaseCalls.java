package io.ttalloc.agent.weave.transform;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that reports recommend for closing a resource. If a rule opens a resource and another
 * rule of the same type closes it, the call of the other rule is recommended. Immutable.
 */
public final class ReleaseCalls {
  private final Map<String, String> byType = new HashMap<>();

  /**
   * The calls of rules without a type, which close what any rule opens, by the classes of these
   * rules.
   */
  private final Map<String, String> byClasses = new HashMap<>();

  /** Whether some owners free what they own, so that owned resources need no call of their own. */
  private boolean ownersFree;

  /** Collects the calls that rules name; if there are two for a type, the first one counts. */
  public ReleaseCalls(List<Rule> rules) {
    for (Rule rule : rules) {
      ResourceType type = rule.type();
      ownersFree |= (type.flags() & RecordLayout.TYPE_FREES_OWNED) != 0;
      String call = type.release();
      if (call != null) {
        String unused = byType.putIfAbsent(type.name(), call);
        if (!rule.has(Clauses.TYPE)) {
          unused = byClasses.putIfAbsent(type.classes(), call);
        }
      }
    }
  }

  /**
   * Whether no rule names a call that ends a resource of a type, so that it is unknown what leaks.
   */
  public boolean areMissingFor(ResourceType type) {
    return of(type) == null && !type.isHolder() && !ownersFree;
  }

  /** The call for a type; null if no rule names one. */
  @Nullable String of(ResourceType type) {
    String release = type.release();
    if (release != null || type.isHolder()) {
      return release;
    }
    String ofType = byType.get(type.name());
    return ofType == null ? byClasses.get(type.classes()) : ofType;
  }
}
