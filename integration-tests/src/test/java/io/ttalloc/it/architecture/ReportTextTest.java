package io.ttalloc.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.report.ReasonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that sentences of reports and messages are only output: no code parses such a sentence,
 * and no code bases a decision on one.
 *
 * <p>The test does not follow texts from method to method. Instead, a class that calls a wording
 * method must not parse any text, a method that calls a wording method must not compare any text,
 * and the packages that create evidence and advice must not parse any text. Uses of other texts,
 * such as class names, are listed as exceptions.
 */
@Tag("gate")
class ReportTextTest {
  /** The methods that turn values into sentences, by class. */
  private static final Map<String, Set<String>> WORDING =
      Map.ofEntries(
          Map.entry("io.ttalloc.analysis.report.ReasonText", Set.of("of")),
          Map.entry("io.ttalloc.analysis.report.AdviceText", Set.of("of", "steps")),
          Map.entry("io.ttalloc.analysis.report.UndoText", Set.of("of")),
          Map.entry(
              "io.ttalloc.analysis.report.Headline",
              Set.of(
                  "text", "badge", "says", "trust", "reasonsOfTrust", "openedAndClosed", "active")),
          Map.entry("io.ttalloc.analysis.report.PolicyText", Set.of("suppressions", "baseline")),
          Map.entry("io.ttalloc.analysis.report.ReferenceText", Set.of("of")),
          Map.entry("io.ttalloc.analysis.report.CallerLines", Set.of("of")),
          Map.entry("io.ttalloc.analysis.report.ReportEntry", Set.of("title")),
          Map.entry("io.ttalloc.analysis.report.ReportEntry$Group", Set.of("name", "judgement")),
          Map.entry("io.ttalloc.analysis.verdict.Verdict", Set.of("meaning", "words")),
          Map.entry("io.ttalloc.analysis.site.Title", Set.of("text")),
          Map.entry("io.ttalloc.analysis.site.Opening", Set.of("title")),
          Map.entry("io.ttalloc.analysis.decision.RecordedFinding", Set.of("toText", "site")),
          Map.entry("io.ttalloc.analysis.report.KeptText", Set.of("of")),
          Map.entry("io.ttalloc.analysis.fold.HolderPath", Set.of("text", "marked", "parts")),
          Map.entry("io.ttalloc.analysis.report.DoubtText", Set.of("of")),
          Map.entry("io.ttalloc.analysis.report.MisuseWords", Set.of("fix", "label")),
          Map.entry("io.ttalloc.ledger.attach.AttachAnswer", Set.of("lines")),
          Map.entry("io.ttalloc.text.yaml.Problem", Set.of("line", "what")),
          Map.entry("io.ttalloc.agent.options.OptionProblem", Set.of("line", "what")));

  /** The methods that parse text, including all methods of regular expressions. */
  private static final Map<String, Set<String>> TAKING_APART =
      Map.of(
          "java.lang.String",
          Set.of(
              "split",
              "startsWith",
              "endsWith",
              "contains",
              "indexOf",
              "lastIndexOf",
              "substring",
              "matches",
              "regionMatches",
              "replace",
              "replaceFirst",
              "replaceAll"),
          "java.util.regex.Pattern",
          Set.of("compile", "matcher", "split", "matches"));

  private static final Map<String, Set<String>> COMPARING =
      Map.of("java.lang.String", Set.of("equals", "equalsIgnoreCase", "compareTo"));

  /** Packages that only lay out text. */
  private static final Set<String> LAYOUT =
      Set.of("io.ttalloc.analysis.report.text", "io.ttalloc.text");

  /** Packages that create evidence and advice. */
  private static final Set<String> JUDGING =
      Set.of(
          "io.ttalloc.analysis.advice",
          "io.ttalloc.analysis.finding",
          "io.ttalloc.analysis.fold",
          "io.ttalloc.analysis.growth",
          "io.ttalloc.analysis.reason",
          "io.ttalloc.analysis.verdict");

  /**
   * Exceptions: methods that parse or compare text other than sentences, with the kind of the text.
   */
  private static final Map<String, String> OTHER_TEXTS =
      Map.ofEntries(
          Map.entry("io.ttalloc.agent.check.RuleCheck.look", "the name of a class"),
          Map.entry(
              "io.ttalloc.analysis.decision.RecordedFinding.toText",
              "the name of a call and of a site"),
          Map.entry("io.ttalloc.analysis.fold.ThreadHolder.isInQueue", "the name of a class"),
          Map.entry(
              "io.ttalloc.analysis.report.Overview.line",
              "the line of a title and that of a frame"),
          Map.entry(
              "io.ttalloc.analysis.report.UndoText.<clinit>",
              "the name of a link, which may be a literal of Java"),
          Map.entry(
              "io.ttalloc.analysis.report.UndoText.key",
              "the name of a link, which may be a literal of Java"),
          Map.entry("io.ttalloc.analysis.report.UndoText.queue", "the name of a class"),
          Map.entry("io.ttalloc.analysis.report.html.PageText.head", "a time"),
          Map.entry("io.ttalloc.analysis.report.html.PageText.misuse", "the name of a kind"),
          Map.entry("io.ttalloc.analysis.verdict.CloseAdvice.isReclaimed", "the name of a class"),
          Map.entry("io.ttalloc.analysis.verdict.Release.of", "a call as the ledger has it"),
          Map.entry("io.ttalloc.analysis.verdict.UndoAdvice.isVerb", "the name of a method"),
          Map.entry("io.ttalloc.analysis.verdict.UndoAdvice.opposite", "the name of a method"),
          Map.entry("io.ttalloc.analysis.verdict.Verdict.words", "the name of a verdict"),
          Map.entry("io.ttalloc.cli.AgentRequests.send", "options as the user wrote them"),
          Map.entry("io.ttalloc.cli.AgentRequests.variables", "the name of a variable"),
          Map.entry(
              "io.ttalloc.viewer.history.OperationTimeline$Call.nameOf", "the name of a method"),
          Map.entry("io.ttalloc.rules.packs.CompiledPacks.load", "the name of a pack"),
          Map.entry("io.ttalloc.rules.packs.PackCompiler.compile", "the name of a file"),
          Map.entry("io.ttalloc.rules.packs.PackCompiler.filesIn", "the name of a file"),
          Map.entry("io.ttalloc.rules.packs.PackCompiler.removeOthers", "the name of a file"));

  private static List<JavaClass> mainClasses() {
    List<JavaClass> all = new ArrayList<>();
    for (Module module : Module.underTest()) {
      if (module.hasSources()) {
        all.addAll(module.classes());
      }
    }
    return all;
  }

  private static String outermost(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** The full name of a method, such as {@code io.ttalloc.analysis.verdict.Release.of}. */
  private static String method(JavaAccess<?> access) {
    return access.getOriginOwner().getName() + "." + access.getOrigin().getName();
  }

  private static boolean isOf(Map<String, Set<String>> methods, JavaAccess<?> access) {
    Set<String> names = methods.get(access.getTargetOwner().getName());
    return names != null && names.contains(access.getTarget().getName());
  }

  private static boolean words(JavaAccess<?> access) {
    boolean ofOther =
        !outermost(access.getTargetOwner()).equals(outermost(access.getOriginOwner()));
    return ofOther && isOf(WORDING, access);
  }

  private static Set<String> methods(List<JavaClass> classes, Predicate<JavaAccess<?>> which) {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      type.getAccessesFromSelf().stream().filter(which).forEach(each -> found.add(method(each)));
    }
    return found;
  }

  /** The methods that might parse a sentence, or base a decision on one. */
  private static Set<String> suspects(List<JavaClass> classes) {
    Set<String> wordingClasses = new TreeSet<>();
    for (JavaClass type : classes) {
      if (type.getAccessesFromSelf().stream().anyMatch(ReportTextTest::words)) {
        wordingClasses.add(outermost(type));
      }
    }
    Set<String> suspects =
        methods(
            classes,
            each ->
                isOf(TAKING_APART, each)
                    && !LAYOUT.contains(each.getOriginOwner().getPackageName())
                    && (JUDGING.contains(each.getOriginOwner().getPackageName())
                        || wordingClasses.contains(outermost(each.getOriginOwner()))));
    Set<String> comparing =
        methods(
            classes,
            each ->
                isOf(COMPARING, each) && !LAYOUT.contains(each.getOriginOwner().getPackageName()));
    comparing.retainAll(methods(classes, ReportTextTest::words));
    suspects.addAll(comparing);
    return suspects;
  }

  @Test
  void nothingTakesASentenceApartOrDecidesByOne() {
    assertThat(suspects(mainClasses()))
        .as("what parses or compares text where sentences are made; each needs a reason")
        .isEqualTo(new TreeSet<>(OTHER_TEXTS.keySet()));
  }

  @Test
  void whatMakesSentencesIsThereAndUsed() {
    List<JavaClass> classes = mainClasses();
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass type : classes) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        if (words(access)) {
          used.computeIfAbsent(access.getTargetOwner().getName(), key -> new TreeSet<>())
              .add(access.getTarget().getName());
        }
      }
    }
    assertThat(used).isEqualTo(new TreeMap<>(WORDING));
  }

  /** An example that violates the rule. */
  private static final class TakesApart {
    static boolean isGuess(Reason reason) {
      return ReasonText.of(reason).startsWith("a guess");
    }

    static boolean isSame(Reason one, Reason other) {
      return ReasonText.of(one).equals(ReasonText.of(other));
    }
  }

  @Test
  void oneThatDoesIsFound() {
    JavaClass guilty = new ClassFileImporter().importClass(TakesApart.class);
    assertThat(suspects(List.of(guilty)))
        .containsExactly(
            TakesApart.class.getName() + ".isGuess", TakesApart.class.getName() + ".isSame");
    assertThat(TakesApart.isGuess(Reason.Fact.STACK_CUT)).isTrue();
    assertThat(TakesApart.isSame(Reason.Fact.STACK_CUT, Reason.Fact.IN_CACHE)).isFalse();
  }
}
