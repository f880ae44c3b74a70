package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Doubt;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests verdicts on resources opened by a method that was still running when the process ended. */
class InUseTest {
  private static final TypeEntry SESSION = sized("session", "com.acme.Session");
  private static final List<Frame> OPENED =
      stack(
          "com.acme.Base.<init>:3",
          "com.acme.Session.<init>:9",
          "com.acme.Main.run:40",
          "com.acme.Main.main:7");
  private static final List<Frame> EXITING =
      stack("java.lang.System.exit:1", "com.acme.Main.run:44", "com.acme.Main.main:7");

  private final LedgerBuilder ledger = ledger();

  @Test
  void openedByAMethodThatStillRunsIsUndecidedAndNoLeak() {
    ledger.open(SESSION, OPENED).bytes(7);
    ledger.running("main", EXITING);

    Finding undecided = only(ledger, Verdicts.UNDECIDED);

    assertThat(undecided.leak()).isFalse();
    assertThat(undecided.confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(why(undecided))
        .containsExactly(
            "undecided: the process ended while Main.run(Main.java:44), which had opened it or"
                + " its owner, was still running, and no running call is inside a try statement that closes it",
            "a heap dump (set holders=true) may show whether it is a leak");
    assertThat(fix(undecided)).startsWith("call close() on the Session that Main.run");
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: 1 UNDECIDED. 7 B still open, all UNDECIDED (");
    assertThat(Reports.written(Reports.of(ledger), ReportFormats.shortText(false)))
        .contains("com.acme.Main.run(Main.java:40)   <- your code\n");
  }

  /** The cleanup closes only the session from line 40, not the one from line 38. */
  @Test
  void whatTheCleanupDoesNotHaveFromItsLineIsUndecided() {
    List<Frame> elsewhere =
        stack("com.acme.Session.<init>:9", "com.acme.Main.run:38", "com.acme.Main.main:7");
    ledger.open(SESSION, OPENED);
    ledger.open(SESSION, elsewhere);
    ledger.running("main", EXITING);
    ledger.guard("com.acme.Main.run:44", "com.acme.Session#40", GuardRecord.OF_CLASS);

    assertThat(only(ledger, Verdicts.IN_USE).opening().yours().line()).isEqualTo(40);
    assertThat(only(ledger, Verdicts.UNDECIDED).opening().yours().line()).isEqualTo(38);
  }

  /**
   * A pool returns what the program has put into it, unless the pool is known to open the resources
   * that it returns.
   */
  @Test
  void whatTheCleanupHasFromACallThatOpensNothingMayBeAnyOfTheMethod() {
    List<Frame> another =
        stack("com.acme.Session.<init>:9", "com.acme.Main.run:42", "com.acme.Main.main:7");
    int fromCall = GuardRecord.OF_CLASS | GuardRecord.FROM_CALL;
    ledger.open(SESSION, OPENED);
    ledger.running("main", EXITING);
    ledger.guard("com.acme.Main.run:44", "com.acme.Session#42", fromCall);

    only(ledger, Verdicts.IN_USE);

    ledger.open(SESSION, another).closed();

    only(ledger, Verdicts.UNDECIDED);
  }

  @Test
  void theUndecidedFailsABuildOnlyIfThatIsAskedFor() {
    ledger.open(SESSION, OPENED);
    ledger.running("main", EXITING);
    AnalysisOptions defaults = AnalysisOptions.defaults();

    assertThat(Reports.of(ledger, defaults).undecidedFailures()).isZero();
    assertThat(Reports.of(ledger, defaults.failingOnUndecided(true)).undecidedFailures())
        .isEqualTo(1);
    assertThat(Reports.of(ledger, defaults.failingOnUndecided(true)).failures()).isZero();
  }

  @Test
  void ignoresFramesThatTheJvmHidesFromTheirOwnThread() {
    ledger.open(
        SESSION,
        stack("com.acme.Session.<init>:9", "com.acme.Main.run:40", "java.lang.Thread.run:840"));
    ledger.running(
        "main",
        stack(
            "com.acme.Main.run:44",
            "com.acme.Main$$Lambda$.run:1",
            "java.lang.Thread.runWith:1487",
            "java.lang.Thread.run:840"));

    only(ledger, Verdicts.UNDECIDED);
  }

  @Test
  void whetherTheCallsOfACutStackStillRunIsUnknown() {
    List<Frame> deep = new ArrayList<>(stack("com.acme.Session.<init>:9"));
    deep.addAll(Collections.nCopies(1_010, stack("com.acme.Main.down:40").get(0)));
    ledger.open(SESSION, deep);
    ledger.running("main", EXITING);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains("a guess: its opening stack is truncated, so the outermost calls are unknown");
  }

  @Test
  void theReportIsNoMoreCertainThanWhatItsHeadlineRestsOn() {
    ledger.open(SESSION, OPENED);
    ledger.running("main", EXITING);

    Confidence confidence = Reports.of(ledger).confidence();

    assertThat(confidence.level()).isEqualTo(Confidence.Level.LOW);
    assertThat(confidence.doubts())
        .containsExactly(new Doubt.UncertainFindings(1, List.of("UNDECIDED")));
    assertThat(Reports.text(ledger)).contains("confidence LOW: 1 finding is uncertain: UNDECIDED");
  }

  @Test
  void aLeakIsCertainThoughSomethingElseIsUndecided() {
    ledger.open(SESSION, OPENED);
    ledger.open(SESSION, stack("com.acme.Session.<init>:9", "com.acme.Other.forget:4"));
    ledger.running("main", EXITING);

    assertThat(Reports.of(ledger).confidence().level()).isEqualTo(Confidence.Level.HIGH);
  }

  @Test
  void ownedByAnUndecidedResourceIsUndecided() {
    OpenedResource owner =
        ledger.open(
            container("mesh", "com.acme.Mesh"),
            stack("com.acme.Mesh.<init>:1", "com.acme.Main.run:41", "com.acme.Main.main:7"));
    ledger
        .open(
            SESSION,
            stack(
                "com.acme.Session.<init>:9",
                "com.acme.Mesh.add:5",
                "com.acme.Main.run:42",
                "com.acme.Main.main:7"))
        .owner(owner);
    ledger.running("main", EXITING);

    assertThat(only(ledger, Verdicts.UNDECIDED).ownership().owner()).isEqualTo("Mesh#1");
  }

  @Test
  void openedThroughAFactoryItDependsOnTheCallerOfTheFactory() {
    ledger.open(
        SESSION, stack("com.acme.Session.open:9", "com.acme.Main.run:40", "com.acme.Main.main:7"));
    ledger.running("main", EXITING);

    only(ledger, Verdicts.UNDECIDED);
  }

  @Test
  void openedByAHelperThatHasReturnedIsLeftOpen() {
    ledger.open(
        SESSION,
        stack(
            "com.acme.Session.<init>:9",
            "com.acme.Main.help:50",
            "com.acme.Main.run:40",
            "com.acme.Main.main:7"));
    ledger.running("main", EXITING);

    only(ledger, Verdicts.LEFT_OPEN);
  }

  @Test
  void openedByAnotherCallOfTheRunningMethodIsLeftOpen() {
    ledger.open(SESSION, OPENED);
    ledger.running(
        "main", stack("java.lang.System.exit:1", "com.acme.Main.run:44", "com.acme.Main.main:8"));
    ledger.running(
        "main", stack("com.acme.Main.run:44", "com.acme.Main.other:1", "com.acme.Main.main:7"));
    ledger.running("worker", EXITING);

    only(ledger, Verdicts.LEFT_OPEN);
  }

  @Test
  void ofManyFromOnePlaceTheLastIsForgottenAsTheOthersWere() {
    for (int i = 1; i <= 500; i++) {
      ledger.open(SESSION, OPENED).bytes(7);
    }
    ledger.running("main", EXITING);

    assertThat(Reports.of(ledger).findings())
        .extracting(finding -> finding.amount().count() + " " + finding.verdict())
        .containsExactlyInAnyOrder("500 LEFT_OPEN");
  }

  @Test
  void soItIsOfMoreThanThreadsOfTheName() {
    for (int i = 1; i <= 5; i++) {
      ledger.open(SESSION, OPENED).bytes(7);
    }
    ledger.running("main", EXITING);
    ledger.running("main", EXITING);

    assertThat(Reports.of(ledger).findings())
        .extracting(finding -> finding.amount().count() + " " + finding.verdict())
        .containsExactlyInAnyOrder("5 LEFT_OPEN");
  }

  @Test
  void soItIsOfWhatAnOwnerDoesNotFree() {
    OpenedResource owner =
        ledger.open(
            container("mesh", "com.acme.Mesh"),
            stack("com.acme.Mesh.<init>:1", "com.acme.Main.run:41", "com.acme.Main.main:7"));
    for (int i = 1; i <= 3; i++) {
      ledger
          .open(
              SESSION,
              stack(
                  "com.acme.Session.<init>:9",
                  "com.acme.Mesh.add:5",
                  "com.acme.Main.run:42",
                  "com.acme.Main.main:7"))
          .owner(owner);
    }
    ledger.running("main", EXITING);

    assertThat(Reports.of(ledger).findings())
        .extracting(finding -> finding.amount().count() + " " + finding.verdict())
        .containsExactlyInAnyOrder("3 LEFT_OPEN");
  }

  @Test
  void whatWasOpenedAfterTheStackOfItsThreadWasTakenIsInUse() {
    long taken = 0;
    for (int i = 1; i <= 6; i++) {
      long opened = ledger.open(SESSION, OPENED).openedNanos();
      taken = i == 4 ? opened : taken;
    }
    ledger.running("main", stack("com.acme.Main.idle:3", "com.acme.Main.main:9"), taken);

    assertThat(Reports.of(ledger).findings())
        .extracting(finding -> finding.amount().count() + " " + finding.verdict())
        .containsExactlyInAnyOrder("4 LEFT_OPEN", "2 IN_USE");
  }

  @Test
  void afterAKillItIsNotJudged() {
    ledger.open(SESSION, OPENED);
    ledger.running("main", EXITING).ended(ProcessEntry.Ended.KILLED);

    only(ledger, Verdicts.OPEN);
  }

  @Test
  void collectedIsLostThoughItsOpenerStillRuns() {
    ledger.open(SESSION, OPENED).collected();
    ledger.running("main", EXITING);

    only(ledger, Verdicts.LOST);
  }
}
