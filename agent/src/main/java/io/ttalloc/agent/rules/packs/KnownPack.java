package io.ttalloc.agent.rules.packs;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pack, and the classes by which it is known, without its rules. Immutable.
 *
 * @param name the pack's name
 * @param knownBy what the pack says; if it says nothing, the classes that its rules name
 */
public record KnownPack(String name, List<ClassPattern> knownBy) {
  private static final char SEPARATOR = ' ';

  public KnownPack {
    knownBy = List.copyOf(knownBy);
  }

  /**
   * The pattern by which a class says that the pack is of use; null if it does not.
   *
   * @param className internal or binary
   */
  public @Nullable ClassPattern knownFrom(String className) {
    for (ClassPattern pattern : knownBy) {
      if (pattern.matches(className)) {
        return pattern;
      }
    }
    return null;
  }

  /** Of a pack that was read. */
  static KnownPack of(RulePack pack) {
    Set<ClassPattern> knownBy = new LinkedHashSet<>(pack.knownBy());
    if (knownBy.isEmpty()) {
      for (Rule rule : pack.rules()) {
        if (!Clauses.isOnlySystemCode(rule)) {
          knownBy.add(rule.classes());
        }
      }
    }
    return new KnownPack(pack.name(), List.copyOf(knownBy));
  }

  /** As it is written in the index. */
  String line() {
    StringBuilder line = new StringBuilder(name);
    for (ClassPattern pattern : knownBy) {
      line.append(SEPARATOR).append(pattern);
    }
    return line.toString();
  }

  /** Reads a line of the index, of which the compiler of packs has checked the classes. */
  static KnownPack of(String line) {
    List<ClassPattern> knownBy = new ArrayList<>(1);
    int end = line.indexOf(SEPARATOR);
    String name = end < 0 ? line : line.substring(0, end);
    while (end >= 0) {
      int start = end + 1;
      end = line.indexOf(SEPARATOR, start);
      ClassPattern pattern =
          ClassPattern.parse(end < 0 ? line.substring(start) : line.substring(start, end));
      if (pattern != null) {
        knownBy.add(pattern);
      }
    }
    return new KnownPack(name, knownBy);
  }
}
