package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.Condition;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;

/** The versions of the JDK or the library that the rule is for. All conditions must hold. */
final class WhenClause extends Clause<List<Condition>> {
  WhenClause() {
    super("when");
  }

  @Override
  public List<Condition> read(RuleMapping rule) {
    List<Condition> conditions = new ArrayList<>();
    for (YamlNode item : rule.items(name(), "a list; each item is " + Condition.SYNTAX)) {
      Condition read =
          item instanceof YamlNode.Text text && !text.isNothing()
              ? Condition.parse(text.text(), text.position())
              : null;
      if (read == null) {
        rule.wrong(name(), item, Condition.SYNTAX);
      } else {
        conditions.add(read);
      }
    }
    return conditions;
  }
}
