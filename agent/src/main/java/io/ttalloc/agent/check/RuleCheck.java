package io.ttalloc.agent.check;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.agent.weave.transform.ReleaseCalls;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Condition;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.Version;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.text.yaml.Problem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a rule file matches in class files. Each class is woven just as the agent would weave
 * it, and the result is discarded. Standard error therefore shows the same messages as with the
 * agent.
 *
 * <p>The classes of the boot image must have been defined.
 */
final class RuleCheck {
  private final ClassPathFiles files;
  private final PrintStream out;

  /**
   * The lines to print for each rule. Keyed by identity, since equal rules may occur in two places.
   */
  private final IdentityHashMap<Rule, List<String>> shown = new IdentityHashMap<>();

  RuleCheck(ClassPathFiles files, PrintStream out) {
    this.files = files;
    this.out = out;
  }

  /**
   * Checks a file.
   *
   * @return false if a problem was found and reported
   */
  boolean check(Path file) {
    RuleFile read = RuleFile.read(file);
    for (Problem problem : read.problems()) {
      Console.line(problem.line());
    }
    if (!(read instanceof RuleFile.Accepted accepted)) {
      return false;
    }
    List<Rule> rules = accepted.pack().rules();
    List<String> printed = new CopyOnWriteArrayList<>();
    Console.copyTo(printed);
    weaveAll(rules);
    Console.copyTo(null);
    boolean good = read.problems().isEmpty() && printed.isEmpty();
    out.println(
        Numbers.counted(rules.size(), "rule") + ", " + Numbers.counted(files.count(), "class"));
    ReleaseCalls calls = new ReleaseCalls(rules);
    for (Rule rule : rules) {
      good &= show(rule);
      if (!rule.list(Clauses.OPEN).isEmpty() && calls.areMissingFor(rule.type())) {
        out.println(
            VisibleText.of(
                "  no rule in this file says what closes a resource of type "
                    + rule.type().name()
                    + ": leaks of this type cannot be recognized (UNSEEN_CLOSE)"));
      }
    }
    return good;
  }

  private void weaveAll(List<Rule> rules) {
    RuleMatches matches = new RuleMatches(rules, TrackedPackages.NOTHING);
    TrackingStart.Started started =
        new TrackingStart.Started(
            new ProbeRules(), (loader, name, statistics) -> {}, className -> {});
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules), matched -> started, new CodeOrigins(MainProgram.read()));
    for (String name : files.names()) {
      try {
        look(name, files.read(name), matches, weaving);
      } catch (IOException e) {
        ClassPathFiles.reportUnreadable(name, e);
      }
    }
    for (Rule rule : rules) {
      String name = rule.classes().name();
      if (!shown.containsKey(rule) && rule.classes().kind() == ClassPattern.Kind.CLASS) {
        // Not on the class path, so it can only be a class of the JDK.
        look(name, RuleMatches.classFile(files.loader(), name), matches, weaving);
      }
    }
  }

  private void look(
      String name, byte @Nullable [] classFile, RuleMatches matches, Weaving weaving) {
    if (classFile == null) {
      return;
    }
    List<RuleMatches.OfRule> found;
    try {
      found = matches.of(files.loader(), classFile);
    } catch (RuntimeException e) {
      ClassPathFiles.reportUnreadable(name, e);
      return;
    }
    byte[] ignored =
        weaving.transform(files.loader(), name.replace('.', '/'), null, null, classFile);
    for (RuleMatches.OfRule match : found) {
      List<String> lines = shown.computeIfAbsent(match.rule(), rule -> new ArrayList<>());
      if (weaving.leftOut(files.loader(), classFile, match.rule())) {
        lines.add("  " + name + ": not tracked by this rule");
      } else {
        addMatch(name, match, lines);
      }
    }
  }

  private static void addMatch(String name, RuleMatches.OfRule match, List<String> lines) {
    lines.add("  " + name);
    if (Clauses.isHolderByPath(match.rule())) {
      lines.add("    holder by-path");
    }
    for (String method : match.methods()) {
      lines.add("    " + method);
    }
  }

  private static boolean isOfAnotherJdk(Condition when) {
    return when.ofJdk() && !when.holdsFor(Version.ofThisJdk());
  }

  /**
   * Prints what a rule matches. Returns false, after reporting the reason, if the rule would track
   * nothing.
   */
  private boolean show(Rule rule) {
    List<String> lines = shown.get(rule);
    out.println(VisibleText.of(rule.position() + ": " + rule.classes()));
    if (lines == null && Clauses.isOnlySystemCode(rule)) {
      out.println("  is recognized by its stack frames and not woven");
      return true;
    }
    if (lines == null && rule.list(Clauses.WHEN).stream().anyMatch(RuleCheck::isOfAnotherJdk)) {
      out.println("  does not apply to this JDK (version " + Runtime.version().feature() + ")");
      return true;
    }
    if (NeverWoven.contains(rule)) {
      Console.line(NeverWoven.problem(rule).line());
      return false;
    }
    if (lines == null) {
      Console.line(
          rule.position()
              + ": no class '"
              + rule.classes()
              + "' in --classpath, expected a class name as returned by Class.getName()"
              + NearestClass.hint(files.names(), rule.classes())
              + "; this rule would track nothing");
      return false;
    }
    for (String line : lines) {
      out.println(VisibleText.of(line));
    }
    return true;
  }
}
