package io.ttalloc.rules.clause;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes, including all their subtypes, that a rule for many classes excludes. */
final class ExcludeClause extends Clause<List<ClassPattern>> {
  ExcludeClause() {
    super("exclude");
  }

  @Override
  public List<ClassPattern> read(RuleMapping rule) {
    List<ClassPattern> classes = new ArrayList<>();
    for (YamlNode item : rule.items(name(), "a list; each item is " + ClassPattern.SYNTAX)) {
      ClassPattern read = ClassPattern.of(item);
      if (read == null) {
        rule.wrong(name(), item, ClassPattern.SYNTAX);
      } else {
        classes.add(read);
      }
    }
    if (!rule.has("subtypes") && !isForPackage(rule.node("class"))) {
      rule.wrong(
          rule.position(name()),
          "'exclude' in a rule for one class",
          "subtypes: true as well, or a package as 'class'");
    }
    return classes;
  }

  private static boolean isForPackage(@Nullable YamlNode classes) {
    return classes instanceof YamlNode.Text text && text.text().endsWith("*");
  }

  @Override
  public void describe(List<ClassPattern> classes, ResourceType type) {
    for (ClassPattern pattern : classes) {
      type.excludes(pattern.toString());
    }
  }
}
