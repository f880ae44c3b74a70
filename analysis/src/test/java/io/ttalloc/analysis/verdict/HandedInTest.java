package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests resources that were passed to a call that did not open them, recognized from the stacks
 * alone.
 */
class HandedInTest {
  private static final TypeEntry FILE = type("file", "com.acme.File");

  private final LedgerBuilder ledger = ledger();

  /**
   * Returns the stack of a file that is opened while main evaluates an argument at the given line,
   * as in {@code run(new Wrapper())} or {@code run(openAll())}.
   */
  private static List<Frame> openedFor(int line) {
    return stack(
        "com.acme.File.<init>:3", "com.acme.Wrapper.<init>:5", "com.acme.Main.main:" + line);
  }

  /** Makes the process end in a method called by Main.run, which main called at line 9. */
  private LedgerBuilder exiting() {
    return ledger.running(
        "main",
        stack(
            "java.lang.System.exit:1",
            "com.acme.Main.end:50",
            "com.acme.Main.run:44",
            "com.acme.Main.main:9"));
  }

  private List<String> verdicts() {
    return Reports.of(ledger).findings().stream()
        .map(finding -> finding.amount().count() + " " + finding.verdict())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.io.Closeable", "com.acme.Wrapper", "com.acme.File"})
  void theNewestIsInUseByACallThatMayCloseIt(String variable) {
    ledger.open(FILE, openedFor(8));
    ledger.open(FILE, openedFor(9));
    exiting().guard("com.acme.Main.run:44", variable, 0);

    assertThat(verdicts()).containsExactly("1 IN_USE", "1 LEFT_OPEN");
    Finding inUse = only(ledger, Verdicts.IN_USE);
    assertThat(inUse.opening().frames().get(2).line()).isEqualTo(9);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(inUse))
        .containsExactly(
            "the process ended while Main.run(Main.java:44), which may have received it, was still running",
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Main.run(Main.java:44) is inside a try statement and may close it");
  }

  @Test
  void theOthersAreLeftOpenAsAGuess() {
    ledger.open(FILE, openedFor(8));
    ledger.open(FILE, openedFor(9));
    exiting().guard("com.acme.Main.run:44", "java.io.Closeable", 0);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains(
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Main.run(Main.java:44) is inside a try statement and may close older"
                + " resources as well as the newest");
  }

  @Test
  void allOfOneLineAreInUseIfTheCleanupClosesThemInALoop() {
    for (int i = 0; i < 3; i++) {
      ledger.open(FILE, openedFor(9));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", 0)
        .guard(
            "com.acme.Main.run:44", "com.acme.File#41-46", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("3 IN_USE");
  }

  @Test
  void ofWhatCameFromOtherLinesOnlyTheNewestIs() {
    for (int i = 0; i < 3; i++) {
      ledger.open(FILE, openedFor(8));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", 0)
        .guard(
            "com.acme.Main.run:44", "com.acme.File#41-46", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "2 LEFT_OPEN");
  }

  /** The list may have been passed to a call that would close all of its elements. */
  @Test
  void whatTheCallerOpenedItselfIsLeftOpenAsAGuess() {
    for (int i = 0; i < 3; i++) {
      ledger.open(FILE, stack("com.acme.File.<init>:3", "com.acme.Main.main:8"));
    }
    exiting().guard("com.acme.Main.run:44", "java.util.List", 0);

    assertThat(verdicts()).containsExactly("1 IN_USE", "2 LEFT_OPEN");
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.MEDIUM);
  }

  @Test
  void whatNoCallMayCloseIsLeftOpenForSure() {
    ledger.open(FILE, openedFor(9));
    ledger.running("other", stack("com.acme.Main.run:44", "com.acme.Main.main:9"));
    exiting()
        .guard("com.acme.Main.run:45", "java.io.Closeable", 0)
        .guard("com.acme.Main.end:50", "java.util.concurrent.locks.Lock", 0);

    assertThat(verdicts()).containsExactly("1 LEFT_OPEN");
    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.HIGH);
  }
}
