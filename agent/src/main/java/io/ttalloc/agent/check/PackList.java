package io.ttalloc.agent.check;

import io.ttalloc.boot.OwnJar;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.packs.CompiledPacks;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import java.util.TreeSet;

/** Prints the packs that ship with the agent. */
final class PackList {
  /** Paragraphs are wrapped to fit a terminal of this width. */
  private static final int COLUMNS = 80;

  private PackList() {}

  static void print(PrintStream out) throws IOException {
    for (String name : new CompiledPacks(OwnJar.of(PackList.class)).names()) {
      RulePack pack = new CompiledPacks(OwnJar.of(PackList.class)).load(name);
      if (pack != null) {
        out.println(name);
        printWrapped(out, pack.about());
        printWrapped(out, "tracks: " + tracked(pack));
      }
    }
  }

  /** Prints an indented paragraph; all lines after the first are indented further. */
  private static void printWrapped(PrintStream out, String text) {
    StringBuilder line = new StringBuilder(" ");
    for (String word : text.split(" ", -1)) {
      if (line.length() + 1 + word.length() > COLUMNS) {
        out.println(line);
        line.setLength(0);
        line.append("   ");
      }
      line.append(' ').append(word);
    }
    out.println(line);
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
}
