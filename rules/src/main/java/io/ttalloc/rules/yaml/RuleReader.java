package io.ttalloc.rules.yaml;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.Problems;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts items of {@code rules:} to {@link Rule}s. */
final class RuleReader {
  private static final String CLASS = "class";
  private static final String SUBTYPES = "subtypes";

  private final List<Clause<?>> clauses;
  private final List<String> names;
  private final Problems problems;

  RuleReader(List<Clause<?>> clauses, Problems problems) {
    this.clauses = clauses;
    this.names = names(clauses);
    this.problems = problems;
  }

  /**
   * The keys that a rule may have: those that specify its classes, and the names of the clauses.
   */
  static List<String> names(List<Clause<?>> clauses) {
    List<String> names = new ArrayList<>();
    names.add(CLASS);
    names.add(SUBTYPES);
    for (Clause<?> clause : clauses) {
      names.add(clause.name());
    }
    return names;
  }

  /**
   * Reads a rule; returns null if the rule has a problem. Adds each problem to those of the file.
   */
  @Nullable Rule read(YamlNode.Entries source) {
    int before = problems.count();
    RuleMapping mapping = new RuleMapping(source, names, problems);
    ClassPattern classes = classes(mapping);
    Map<Clause<?>, Object> said = new LinkedHashMap<>();
    for (Clause<?> clause : clauses) {
      Object read = mapping.has(clause.name()) ? clause.read(mapping) : null;
      if (read != null) {
        said.put(clause, read);
      }
    }
    boolean subtypes = mapping.flag(SUBTYPES, false);
    YamlNode at = mapping.node(CLASS);
    return classes == null || at == null || problems.count() > before
        ? null
        : new Rule(classes, subtypes, said, at.position());
  }

  private static @Nullable ClassPattern classes(RuleMapping mapping) {
    YamlNode node = mapping.node(CLASS);
    if (node == null) {
      mapping.wrong(mapping.position(CLASS), "a rule without 'class'", "class: NAME");
      return null;
    }
    ClassPattern classes = ClassPattern.of(node);
    if (classes == null) {
      mapping.wrong(CLASS, node, ClassPattern.SYNTAX);
    }
    return classes;
  }
}
