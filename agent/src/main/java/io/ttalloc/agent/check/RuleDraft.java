package io.ttalloc.agent.check;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.yaml.RuleFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a first draft of a rule file for a package. The draft has rules for the AutoCloseable
 * classes that the option {@code track} would track. It also has guesses for methods whose names
 * suggest that they open and close something.
 */
final class RuleDraft {
  private static final String RULE = "  - class: ";

  private final ClassPattern classes;
  private final ClassPathFiles files;
  private final RuleMatches tracked;
  private final Set<String> keyTypes = new HashSet<>();

  RuleDraft(ClassPattern classes, ClassPathFiles files) {
    this.classes = classes;
    this.files = files;
    this.tracked = new RuleMatches(List.of(), new TrackedPackages(List.of(classes), List.of()));
  }

  /** The text of the file. Reports on standard error which classes cannot be read. */
  String text() {
    StringBuilder text = new StringBuilder("schema: ").append(RuleFile.SCHEMA).append('\n');
    text.append("about: Draft of rules for ").append(classes).append(".\n");
    text.append(
        "# Check the guesses, and add bytes, label, scope and other clauses (see docs/rules.md)\n");
    text.append("rules:\n");
    boolean any = false;
    for (String name : files.names()) {
      // Omits classes that a rule file cannot name.
      if (classes.matches(name) && ClassPattern.parse(name) != null) {
        try {
          String rules = rulesFor(name);
          any |= rules.contains(RULE);
          text.append(rules);
        } catch (IOException | RuntimeException e) {
          ClassPathFiles.reportUnreadable(name, e);
        }
      }
    }
    if (!any) {
      text.append("  []\n");
    }
    return text.toString();
  }

  private String rulesFor(String name) throws IOException {
    byte[] file = files.read(name);
    if (file == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    List<RuleMatches.OfRule> found = tracked.of(files.loader(), file);
    for (RuleMatches.OfRule match : found) {
      addCloseable(name, match, text);
    }
    NamedPairs pairs = new NamedPairs(name, file, !found.isEmpty(), keyTypes);
    text.append(pairs.rules());
    if (text.length() == 0) {
      return pairs.leftOut();
    }
    String why = RuleMatches.whyNotWoven(file);
    if (why != null) {
      Console.line(name + " cannot be woven (" + why + "): no rule is drafted for it");
      return "";
    }
    return text.toString();
  }

  private static void addCloseable(String name, RuleMatches.OfRule match, StringBuilder text) {
    boolean opens = false;
    for (String method : match.methods()) {
      opens |= method.startsWith("open ");
    }
    if (opens) {
      text.append(RULE).append(name).append('\n');
      text.append("    type: \"").append(match.rule().type().name()).append("\"\n");
      text.append("    open: [<init>]\n    close: [close()]\n");
    }
  }
}
