package io.ttalloc.agent.weave.match;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the rules for a class by its name. Immutable after construction. */
public final class RuleIndex {
  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private final Map<String, List<Rule>> byName = new HashMap<>();
  private final List<Rule> byPattern = new ArrayList<>();
  private final List<Rule> withSubtypes = new ArrayList<>();

  /** The rules that include subtypes, by class name; without the rules that name packages. */
  private final Map<String, List<Rule>> inheritedByName = new HashMap<>();

  /** Whether a rule that includes subtypes names a package. */
  private boolean inheritedByPattern;

  private final List<Rule> all;

  /** 0 until it is requested. Two threads may compute it at the same time. */
  private volatile long hash;

  public RuleIndex(List<Rule> rules) {
    all = List.copyOf(rules);
    for (Rule rule : rules) {
      ClassPattern pattern = rule.classes();
      if (pattern.kind() == ClassPattern.Kind.CLASS) {
        String name = pattern.name().replace('.', '/');
        add(byName, name, rule);
        if (rule.subtypes()) {
          add(inheritedByName, name, rule);
        }
      } else {
        addByPattern(rule);
        inheritedByPattern |= rule.subtypes();
      }
      if (rule.subtypes()) {
        withSubtypes.add(rule);
      }
    }
  }

  /** Adds a rule so that rules for smaller packages come after those for larger ones. */
  private void addByPattern(Rule rule) {
    int at = byPattern.size();
    while (at > 0 && reach(rule) > reach(byPattern.get(at - 1))) {
      at--;
    }
    byPattern.add(at, rule);
  }

  /**
   * A number that is larger for rules that cover larger packages: if two packages share a class,
   * the larger package has the shorter name.
   */
  private static int reach(Rule rule) {
    ClassPattern classes = rule.classes();
    int below = classes.kind() == ClassPattern.Kind.PACKAGE_AND_BELOW ? 1 : 0;
    return below - 2 * classes.name().length();
  }

  /**
   * A hash of the positions of all rules in their files and of the classes that the rules name, in
   * order. Other processes compare it with their own hash, so it is computed only from strings and
   * numbers: the hash code of an enum constant differs between processes.
   */
  long hash() {
    long known = hash;
    if (known == 0) {
      known = 1;
      for (Rule rule : all) {
        Position at = rule.position();
        known = known * PRIME + at.file().hashCode();
        known = known * PRIME + at.line() * PRIME + at.column();
        known = known * PRIME + rule.classes().toString().hashCode();
      }
      hash = known;
    }
    return known;
  }

  /** The internal names of the classes that rules name. */
  public Set<String> names() {
    return byName.keySet();
  }

  /** The packages that rules name. */
  public List<ClassPattern> patterns() {
    List<ClassPattern> patterns = new ArrayList<>(byPattern.size());
    for (Rule rule : byPattern) {
      patterns.add(rule.classes());
    }
    return patterns;
  }

  /** All rules, in the order in which they were given. */
  List<Rule> all() {
    return all;
  }

  private static void add(Map<String, List<Rule>> to, String internalName, Rule rule) {
    List<Rule> rules = to.computeIfAbsent(internalName, key -> new ArrayList<>(1));
    rules.add(rule);
  }

  /**
   * The rules that name a class, given by its internal name: those for packages first, and those
   * for the class alone last.
   */
  List<Rule> named(String internalName) {
    List<Rule> exact = byName.get(internalName);
    List<Rule> found = List.of();
    for (Rule rule : byPattern) {
      if (rule.classes().matches(internalName)) {
        if (found.isEmpty()) {
          found = new ArrayList<>();
        }
        found.add(rule);
      }
    }
    if (exact == null) {
      return found;
    }
    if (found.isEmpty()) {
      return exact;
    }
    found.addAll(exact);
    return found;
  }

  /** Whether any rule includes subtypes. */
  boolean asksForSubtypes() {
    return !withSubtypes.isEmpty();
  }

  /** The rules that include the subtypes of a class, given by its internal name. */
  List<Rule> inheritedFrom(String ancestor) {
    if (!inheritedByPattern) {
      List<Rule> found = inheritedByName.get(ancestor);
      return found == null ? List.of() : found;
    }
    List<Rule> found = new ArrayList<>(0);
    for (Rule rule : withSubtypes) {
      if (rule.classes().matches(ancestor)) {
        found.add(rule);
      }
    }
    return found;
  }
}
