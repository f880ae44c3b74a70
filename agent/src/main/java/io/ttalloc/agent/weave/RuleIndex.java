package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.ClassPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the rules of a class by its name. Immutable after construction. */
final class RuleIndex {
  private final Map<String, List<WovenRule>> byName = new HashMap<>();
  private final List<WovenRule> byPattern = new ArrayList<>();
  private final List<WovenRule> withSubtypes = new ArrayList<>();

  RuleIndex(List<WovenRule> rules) {
    for (WovenRule rule : rules) {
      ClassPattern pattern = rule.rule().classes();
      if (pattern.kind() == ClassPattern.Kind.CLASS) {
        byName
            .computeIfAbsent(pattern.name().replace('.', '/'), name -> new ArrayList<>(1))
            .add(rule);
      } else {
        byPattern.add(rule);
      }
      if (rule.rule().subtypes()) {
        withSubtypes.add(rule);
      }
    }
  }

  /** Rules that name a class, by its internal name. */
  List<WovenRule> named(String internalName) {
    List<WovenRule> exact = byName.get(internalName);
    if (byPattern.isEmpty()) {
      return exact == null ? List.of() : exact;
    }
    List<WovenRule> all = exact == null ? new ArrayList<>() : new ArrayList<>(exact);
    for (WovenRule rule : byPattern) {
      if (rule.rule().classes().matches(internalName)) {
        all.add(rule);
      }
    }
    return all;
  }

  /** Whether super types have to be looked at. */
  boolean asksForSubtypes() {
    return !withSubtypes.isEmpty();
  }

  /** Rules that are also about the subtypes of a class, by its internal name. */
  List<WovenRule> inheritedFrom(String ancestor) {
    List<WovenRule> found = new ArrayList<>(0);
    for (WovenRule rule : withSubtypes) {
      if (rule.rule().classes().matches(ancestor)) {
        found.add(rule);
      }
    }
    return found;
  }

  /** Classes that a rule names exactly, as internal names. */
  Iterable<String> exactNames() {
    return byName.keySet();
  }
}
