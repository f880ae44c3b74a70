package io.ttalloc.agent.check;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.rules.packs.CompiledPacks;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Prints the packs that ship with the agent. */
final class PackList {
  private PackList() {}

  static void print(PrintStream out) throws IOException {
    for (String name : CompiledPacks.names()) {
      RulePack pack = CompiledPacks.load(name);
      if (pack != null) {
        out.println(name);
        out.println("  " + pack.about());
        out.println("  tracks: " + tracked(pack));
        out.println("  " + knownBy(pack));
      }
    }
  }

  private static String tracked(RulePack pack) {
    Set<String> types = new TreeSet<>();
    for (Rule rule : pack.rules()) {
      if (rule.has(Clauses.OPEN) || rule.has(Clauses.ADOPT)) {
        types.add(rule.type().name());
      }
    }
    return types.isEmpty() ? "nothing by itself" : String.join(", ", types);
  }

  private static String knownBy(RulePack pack) {
    if (pack.knownBy().isEmpty()) {
      return "packs=auto takes it when a class that its rules name is loaded";
    }
    List<String> classes = new ArrayList<>();
    for (ClassPattern pattern : pack.knownBy()) {
      classes.add(pattern.toString());
    }
    return "packs=auto takes it when a class is loaded of " + String.join(", ", classes);
  }
}
