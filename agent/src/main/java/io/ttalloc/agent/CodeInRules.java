package io.ttalloc.agent;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.weave.NeverWoven;
import io.ttalloc.ledger.CodeTable;
import java.util.List;
import java.util.Map;

/** Writes into the ledger what rules say of code that is known by its frames. */
final class CodeInRules {
  private CodeInRules() {}

  static void write(List<Rule> rules, CodeTable code) {
    for (Rule rule : rules) {
      String className = rule.classes().name();
      // No lambda: it would link inside class loading.
      for (Map.Entry<String, String> site : Clauses.sitesOf(rule).entrySet()) {
        code.site(className, site.getKey(), site.getValue());
      }
      writeSystemCode(rule, code);
    }
  }

  private static void writeSystemCode(Rule rule, CodeTable code) {
    if (!isKnownByFrames(rule)) {
      return;
    }
    List<MethodPattern> methods = requireNonNull(Clauses.systemCodeOf(rule));
    if (methods.isEmpty()) {
      code.systemCode(rule.classes().toString(), null);
    }
    for (MethodPattern method : methods) {
      code.systemCode(rule.classes().name(), method.name());
    }
  }

  /**
   * Whether the system code of a rule, if it names any, is known by frames: nothing can be woven
   * for it.
   */
  static boolean isKnownByFrames(Rule rule) {
    List<MethodPattern> methods = Clauses.systemCodeOf(rule);
    return methods != null && (methods.isEmpty() || NeverWoven.contains(rule.classes()));
  }
}
