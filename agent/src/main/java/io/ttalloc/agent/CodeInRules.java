package io.ttalloc.agent;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.weave.NeverWoven;
import io.ttalloc.ledger.CodeTable;
import java.util.List;
import java.util.Map;

/** Writes into the ledger what rules say of code that is known by its frames and not woven. */
final class CodeInRules {
  private CodeInRules() {}

  static void write(List<Rule> rules, CodeTable code) {
    for (Rule rule : rules) {
      String className = rule.classes().name();
      // No lambda: a pack that is added later would link it inside class loading.
      for (Map.Entry<String, String> site : Clauses.sitesOf(rule).entrySet()) {
        code.site(className, site.getKey(), site.getValue());
      }
      writeSystemCode(rule, code);
    }
  }

  private static void writeSystemCode(Rule rule, CodeTable code) {
    List<MethodPattern> methods = Clauses.systemCodeOf(rule);
    if (methods == null) {
      return;
    }
    if (methods.isEmpty()) {
      code.systemCode(rule.classes().toString(), null);
    } else if (NeverWoven.contains(rule.classes())) {
      for (MethodPattern method : methods) {
        code.systemCode(rule.classes().name(), method.name());
      }
    }
  }
}
