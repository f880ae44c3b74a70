package io.ttalloc.agent.weave.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.RuleIndex;
import io.ttalloc.agent.weave.match.TrackedClasses;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * The changes that a class needs before its rules can be woven, and the members that the rules name
 * but the class lacks.
 */
class MemberCheckTest {
  private static MemberCheck.Fit fit(Class<?> type, boolean mayAdd, String rule) {
    String text =
        "schema: tt-alloc-rules/1\nrules:\n- {class: "
            + MemberCheckTest.class.getName()
            + rule
            + "}\n";
    List<Rule> rules = WovenApplication.rules(text);
    ClassLoader loader = type.getClassLoader();
    byte[] read = requireNonNull(ClassFiles.read(loader, type.getName().replace('.', '/')));
    return new MemberCheck(
            new ClassMatcher(
                new RuleIndex(rules), new TrackedClasses(TrackedPackages.NOTHING), () -> {}))
        .fit(loader, type.getName(), read, rules, mayAdd);
  }

  private static List<String> bridges(MemberCheck.Fit fit) {
    return fit.bridges().stream().map(bridge -> bridge.method().name()).toList();
  }

  private static List<String> unknown(MemberCheck.Fit fit) {
    return fit.unknown().stream().map(MethodPattern::toString).toList();
  }

  @Test
  void anInheritedMethodGetsOneBridgeHoweverManyClausesNameIt() {
    String rule = "$Heir, type: a, open: [<init>], close: [close, close()], scope: [close]";

    assertThat(bridges(fit(Heir.class, true, rule))).containsExactly("close");
    assertThat(bridges(fit(Heir.class, false, rule))).isEmpty();
  }

  @Test
  void anInterfaceGetsNoBridge() {
    MemberCheck.Fit fit =
        fit(HeirOfClosing.class, true, "$HeirOfClosing, type: a, open: [make], close: [close]");

    assertThat(fit.rules()).hasSize(1);
    assertThat(fit.bridges()).isEmpty();
  }

  @Test
  void aBridgeOfTheCompilerIsWovenUnlessTheClassIsLoadedAlready() {
    String rule = "$Shown, type: a, open: [<init>], close: [close]";

    assertThat(fit(Shown.class, true, rule).passedOn())
        .singleElement()
        .satisfies(method -> assertThat(method.name()).isEqualTo("close"));
    assertThat(fit(Shown.class, false, rule).passedOn()).isEmpty();
  }

  @Test
  void anOpeningThatIsNotThereIsMissed() {
    assertThat(unknown(fit(Heir.class, true, "$Heir, type: a, open: [make], close: [close]")))
        .containsExactly("make");
  }

  /** An interface has no constructors, but the classes that implement it do. */
  @Test
  void constructorsInTheRuleOfAnInterfaceAreMissedOnlyWithoutSubtypes() {
    String rule = "$Closing, type: a, open: [<init>], close: [close]";

    assertThat(unknown(fit(Closing.class, true, rule))).containsExactly("<init>");
    assertThat(unknown(fit(Closing.class, true, rule + ", subtypes: true"))).isEmpty();
  }

  @Test
  void theClosesOfARuleThatOpensNothingAreMissedIfNoneIsThere() {
    assertThat(unknown(fit(Door.class, true, "$Door, type: a, close: [shut, slam]")))
        .containsExactly("shut", "slam");
    assertThat(unknown(fit(Door.class, true, "$Door, type: a, close: [shut, close]"))).isEmpty();
    assertThat(unknown(fit(Heir.class, true, "$Heir, type: a, close: [close, slam]"))).isEmpty();
  }

  @Test
  void theClosesOfARuleThatOpensSomethingAreNotMissed() {
    assertThat(unknown(fit(Door.class, true, "$Door, type: a, open: [<init>], close: [slam]")))
        .isEmpty();
  }

  /** A rule for many classes may name members that only some of them have. */
  @Test
  void theClosesOfARuleForManyClassesAreNotMissed() {
    assertThat(unknown(fit(Heir.class, true, "$Door, subtypes: true, type: a, close: [slam]")))
        .isEmpty();
  }

  /**
   * The message does not suggest a rule for Thread, since a rule that names only a class that is
   * never woven is rejected.
   */
  @Test
  void noRuleIsExpectedForAClassThatIsNeverWoven() {
    List<String> lines = new CopyOnWriteArrayList<>();
    Console.copyTo(lines);
    String clause = "scope: [isInterrupted]";
    MemberCheck.Fit fit = fit(Busy.class, false, "$Busy, " + clause);
    Console.copyTo(null);

    assertThat(fit.rules()).isEmpty();
    assertThat(lines)
        .singleElement()
        .asString()
        .contains("$Busy inherits 'isInterrupted' from java.lang.Thread, where it is not tracked (")
        .endsWith(
            "), expected a method of another class, since java.lang.Thread can never be woven"
                + " (docs/rules.md, 'What can never be tracked'); the rest of the rule applies");
  }

  static class Busy extends Thread {}

  static class Door {
    public void close() {}
  }

  static class Heir extends Door {}

  interface Closing {
    default void close() {}
  }

  interface HeirOfClosing extends Closing {
    static HeirOfClosing make() {
      return new HeirOfClosing() {};
    }
  }

  /** Not public, so the compiler generates a bridge to its close in public subclasses. */
  abstract static class Hidden {
    public void close() {}
  }

  /** Has only a close that the compiler generated. */
  public static final class Shown extends Hidden {}
}
