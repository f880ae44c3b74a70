package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests rules that set the policy for findings of their type with a certain verdict. */
class RulePolicyTest {
  private final LedgerBuilder ledger = ledger();

  private OpenedResource buffer(Map<String, String> policies) {
    return ledger.open(
        type(policies), stack("java.nio.ByteBuffer.allocateDirect:1", "com.acme.Main.run:4"));
  }

  @Test
  void whatIsLostIsNoLeakIfTheRuleIgnoresIt() {
    buffer(Map.of("LOST", "ignore")).collected();

    Finding lost = only(ledger, Verdicts.LOST);

    assertThat(lost.leak()).isFalse();
    assertThat(why(lost)).contains("according to its rule, LOST is not a leak");
    assertThat(fix(lost)).isEmpty();
    assertThat(Reports.text(ledger)).startsWith("tt-alloc: NO LEAK. ").doesNotContain("fix");
  }

  @Test
  void otherVerdictsOfTheTypeAreWhatTheyAre() {
    buffer(Map.of("LOST", "ignore", "CACHED", "leak"));

    Finding open = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(open.leak()).isTrue();
    assertThat(why(open)).noneMatch(why -> why.contains("policy"));
  }

  @Test
  void aWarningIsNoLeak() {
    buffer(Map.of("LEFT_OPEN", "warning"));

    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isFalse();
    assertThat(fix(only(ledger, Verdicts.LEFT_OPEN))).startsWith("call close()");
  }

  @Test
  void whatIsNoLeakCanBeOne() {
    buffer(Map.of("INFRASTRUCTURE", "leak")).infrastructure("Device.open");

    assertThat(only(ledger, Verdicts.INFRASTRUCTURE).leak()).isTrue();
  }

  @Test
  void whatGrowsIsALeakUnlessItIsGone() {
    TypeEntry type = type(Map.of("LOST", "ignore", "LEFT_OPEN", "ignore"));

    assertThat(RulePolicy.of(type, Verdicts.LEFT_OPEN, 1).isLeak(true)).isTrue();
    assertThat(RulePolicy.of(type, Verdicts.LEFT_OPEN, 1).isLeak(false)).isFalse();
    assertThat(RulePolicy.of(type, Verdicts.LOST, 1).isLeak(true)).isFalse();
    assertThat(RulePolicy.of(type, Verdicts.CACHED, 1).isLeak(true)).isTrue();
    assertThat(RulePolicy.of(type, Verdicts.CACHED, 1).isLeak(false)).isFalse();
  }

  @Test
  void severalFromOneLineAreALeakAndOneIsNone() {
    TypeEntry type = type(Map.of("LEFT_OPEN", "several"));

    assertThat(RulePolicy.of(type, Verdicts.LEFT_OPEN, 1).isLeak(false)).isFalse();
    assertThat(RulePolicy.of(type, Verdicts.LEFT_OPEN, 1).allows(false)).isTrue();
    assertThat(RulePolicy.of(type, Verdicts.LEFT_OPEN, 2).isLeak(false)).isTrue();
    assertThat(RulePolicy.of(type, Verdicts.LOST, 2).isLeak(false)).isTrue();
  }

  /** The collector may have collected one resource while a thread still keeps the other. */
  @Test
  void oneThatIsLostAndOneThatIsLeftOpenAreSeveral() {
    Map<String, String> several = Map.of("LOST", "several", "LEFT_OPEN", "several");
    buffer(several).collected();
    assertThat(only(ledger, Verdicts.LOST).leak()).isFalse();

    buffer(several);

    assertThat(only(ledger, Verdicts.LOST).leak()).isTrue();
    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
  }

  /**
   * The outermost calls of a truncated stack may still be running; if so, the resource is in use.
   */
  @Test
  void aGuessIsCertainEnoughIfTheRuleAllowsBothPossibilities() {
    List<Frame> deep = new ArrayList<>(stack("com.acme.Client.<init>:9"));
    deep.addAll(Collections.nCopies(1_010, stack("com.acme.Main.down:40").get(0)));
    TypeEntry type = type(Map.of("LEFT_OPEN", "several"));
    ledger.open(type, deep);
    ledger.running("main", stack("java.lang.System.exit:1", "com.acme.Main.main:7"));

    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.HIGH);
    assertThat(Reports.of(ledger).confidence().doubts()).isEmpty();

    ledger.open(type, deep);

    assertThat(only(ledger, Verdicts.LEFT_OPEN).leak()).isTrue();
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.MEDIUM);
  }

  private static TypeEntry type(Map<String, String> policies) {
    return new TypeEntry(
        "t",
        "T",
        false,
        false,
        false,
        false,
        new TypeEntry.Closing(null, false, false, null, false),
        new TypeEntry.Policy(0, policies));
  }

  @Test
  void theLedgerNamesVerdictsThatThereAre() {
    assertThat(TypePolicies.VERDICTS.split(" ", -1))
        .isSubsetOf(Verdicts.inOrder().stream().map(Verdict::name).toList())
        .hasSizeLessThanOrEqualTo(
            (Integer.numberOfTrailingZeros(RecordLayout.TYPE_KEYED) - TypePolicies.SHIFT)
                / TypePolicies.BITS);
  }
}
