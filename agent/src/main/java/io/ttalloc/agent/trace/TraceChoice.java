package io.ttalloc.agent.trace;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.probe.Trace;
import io.ttalloc.yaml.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the types, sites and addresses that the values of the option {@code trace} name. */
public final class TraceChoice {
  private TraceChoice() {}

  /**
   * The trace that the user wants; null if there is none. A word that names nothing is ignored, and
   * one line says so.
   *
   * @param wanted names of types, names of sites, {@code Class.method}, {@code 0xADDRESS}
   * @param stacks whether opening stacks are captured; without them no site is known
   * @param clockBase the instant from which the ledger counts
   */
  public static @Nullable Trace of(
      List<String> wanted, List<Rule> rules, boolean stacks, Instant clockBase) {
    Set<String> types = new TreeSet<>();
    Set<String> sites = new TreeSet<>();
    List<Long> addresses = new ArrayList<>();
    for (String word : wanted) {
      if (word.startsWith("0x")) {
        addresses.add(Long.parseUnsignedLong(word.substring(2), 16));
      } else if (!find(word, rules, types, sites)) {
        if (word.indexOf('.') > 0) {
          sites.add(word);
        } else {
          tellUnknown(word, rules);
        }
      }
    }
    if (!stacks && !sites.isEmpty()) {
      Console.line(
          "trace="
              + Wording.visible(String.join(",", sites), 60)
              + ": sites need capture=full, found capture=none; they are not traced");
      sites.clear();
    }
    if (types.isEmpty() && sites.isEmpty() && addresses.isEmpty()) {
      return null;
    }
    long[] at = new long[addresses.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = addresses.get(i);
    }
    return new Trace(types, sites, at, new TraceText(clockBase));
  }

  /** Adds what a name means: it may be that of a type and of several sites. */
  private static boolean find(String name, List<Rule> rules, Set<String> types, Set<String> sites) {
    boolean found = false;
    for (Rule rule : rules) {
      if (name.equals(rule.get(Clauses.TYPE))) {
        types.add(name);
        found = true;
      }
      for (Map.Entry<String, String> site : Clauses.sitesOf(rule).entrySet()) {
        if (site.getValue().equals(name)) {
          sites.add(rule.classes().name() + "." + site.getKey());
          found = true;
        }
      }
    }
    return found;
  }

  private static void tellUnknown(String name, List<Rule> rules) {
    Set<String> known = new TreeSet<>();
    for (Rule rule : rules) {
      String type = rule.get(Clauses.TYPE);
      if (type != null) {
        known.add(type);
      }
      known.addAll(Clauses.sitesOf(rule).values());
    }
    Console.line(
        "trace="
            + Wording.visible(name, 60)
            + ": no type and no site of the rules, expected Class.method, 0xADDRESS or "
            + Wording.oneOf(known, name)
            + "; it is not traced");
  }
}
