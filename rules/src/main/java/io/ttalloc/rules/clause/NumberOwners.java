package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds types for which some rules specify the object within which a number is unique ({@code of})
 * and others do not. A resource opened by the former rules would never be found by the latter. All
 * rules of a type are compared, since one class may open what another one closes. Rules with {@code
 * when} may apply to different versions and are not compared. Not thread-safe.
 */
final class NumberOwners {
  /** For each type, the first method that identifies a resource by a number. */
  private final Map<String, Said> known = new HashMap<>();

  private record Said(Rule rule, Clause<?> clause, ResourceMethod method) {
    boolean hasOwner() {
      return method.of() != null;
    }

    @Override
    public String toString() {
      String presence = hasOwner() ? "has" : "has no";
      return "'" + method.method() + "' under '" + clause + "' " + presence + " 'of'";
    }
  }

  /**
   * Returns the first contradiction between a rule and earlier rules. If there is none, later rules
   * are also compared with this one.
   */
  Contradictions.@Nullable Found in(Rule rule) {
    String type = rule.get(Clauses.TYPE);
    if (type == null || rule.has(Clauses.WHEN)) {
      return null;
    }
    Said first = known.get(type);
    for (Clause<List<ResourceMethod>> clause : Clauses.WITH_KEYS) {
      for (ResourceMethod each : rule.list(clause)) {
        if (!each.byKey()) {
          continue;
        }
        Said said = new Said(rule, clause, each);
        if (first == null) {
          first = said;
        } else if (said.hasOwner() != first.hasOwner()) {
          return contradiction(said, first, type);
        }
      }
    }
    if (first != null) {
      known.put(type, first);
    }
    return null;
  }

  private static Contradictions.Found contradiction(Said said, Said first, String type) {
    String where =
        first.rule.equals(said.rule)
            ? ""
            : " in the rule at " + Contradictions.where(first.rule, said.rule);
    return new Contradictions.Found(
        said.method.method().position(),
        said + ", but " + first + where,
        "'of' beside each 'key' of the type '" + type + "', or beside none");
  }
}
