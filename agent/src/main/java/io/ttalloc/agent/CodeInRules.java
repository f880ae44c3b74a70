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

  /** Of rules that are there before the application runs. */
  static void write(List<Rule> rules, CodeTable code) {
    write(rules, false, code);
  }

  /**
   * Of rules that come while the application runs: methods that are woven for them may run already,
   * and then only the frames tell. So the JDK makes its executor for processes while the class is
   * initialized that a pack names.
   */
  static void writeLate(List<Rule> rules, CodeTable code) {
    write(rules, true, code);
  }

  private static void write(List<Rule> rules, boolean late, CodeTable code) {
    for (Rule rule : rules) {
      String className = rule.classes().name();
      // No lambda: a pack that is added later would link it inside class loading.
      for (Map.Entry<String, String> site : Clauses.sitesOf(rule).entrySet()) {
        code.site(className, site.getKey(), site.getValue());
      }
      writeSystemCode(rule, late, code);
    }
  }

  private static void writeSystemCode(Rule rule, boolean late, CodeTable code) {
    if (!isKnownByFrames(rule, late)) {
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

  /** Whether the system code of a rule, if it names any, is known by frames alone or as well. */
  static boolean isKnownByFrames(Rule rule, boolean late) {
    List<MethodPattern> methods = Clauses.systemCodeOf(rule);
    return methods != null && (methods.isEmpty() || late || NeverWoven.contains(rule.classes()));
  }
}
