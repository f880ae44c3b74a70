package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The treatment of the findings of a type, for each verdict: as leaks, as leaks if there are
 * several, as warnings, or as expected.
 */
final class PolicyClause extends Clause<Map<String, String>> {
  private static final List<String> VERDICTS = List.of(TypePolicies.VERDICTS.split(" ", -1));
  private static final List<String> POLICIES = List.of(TypePolicies.WORDS.split(" ", -1));

  private static final List<String> OF_SEVERAL = List.of(TypePolicies.OF_SEVERAL.split(" ", -1));

  PolicyClause() {
    super("policy");
  }

  @Override
  public @Nullable Map<String, String> read(RuleMapping rule) {
    YamlNode.Entries entries =
        rule.entries(name(), "a mapping from verdicts to " + String.join(", ", POLICIES));
    if (entries == null) {
      return null;
    }
    if (!rule.has(OpenClause.OPEN)) {
      rule.wrong(
          rule.position(name()),
          "'" + name() + "' without 'open'",
          "open: METHODS as well, since a policy applies to what these methods open");
    }
    RuleMapping said = rule.inner(entries, VERDICTS);
    Map<String, String> policies = new LinkedHashMap<>();
    for (String verdict : VERDICTS) {
      YamlNode value = said.node(verdict);
      List<String> words = words(verdict);
      if (value instanceof YamlNode.Text text && words.contains(text.text())) {
        policies.put(verdict, text.text());
      } else if (value != null) {
        said.wrong(verdict, value, "one of " + String.join(", ", words));
      }
    }
    return policies;
  }

  private static List<String> words(String verdict) {
    List<String> words = new ArrayList<>(POLICIES);
    if (OF_SEVERAL.contains(verdict)) {
      words.add(TypePolicies.SEVERAL);
    }
    return words;
  }

  @Override
  public void describe(Map<String, String> policies, ResourceType type) {
    for (Map.Entry<String, String> each : policies.entrySet()) {
      if (each.getValue().equals(TypePolicies.SEVERAL)) {
        type.flag(RecordLayout.TYPE_LEAK_IF_SEVERAL << OF_SEVERAL.indexOf(each.getKey()));
        continue;
      }
      int word = POLICIES.indexOf(each.getValue()) + 1;
      type.policy(VERDICTS.indexOf(each.getKey()), word);
    }
  }
}
