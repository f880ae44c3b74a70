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
 * Tests resources that may have been passed to a call inside a try statement, recognized from the
 * stacks alone.
 */
class HandedOverTest {
  private static final String CONNECTION = "com.acme.Connection";
  private static final TypeEntry TYPE = type("connection", CONNECTION);
  private static final int VARIABLE = 0;

  private final LedgerBuilder ledger = ledger();

  /** Returns the stack of a resource opened by a helper that Main.run called at the given line. */
  private static List<Frame> helped(int line) {
    return stack(
        "com.acme.Connection.<init>:3",
        "com.acme.Cluster.connect:20",
        "com.acme.Main.run:" + line,
        "com.acme.Main.main:7");
  }

  /** Makes the process exit while Main.run is at line 44. */
  private LedgerBuilder exiting() {
    return ledger.running(
        "main", stack("java.lang.System.exit:1", "com.acme.Main.run:44", "com.acme.Main.main:7"));
  }

  private List<String> verdicts() {
    return Reports.of(ledger).findings().stream()
        .map(finding -> finding.amount().count() + " " + finding.verdict())
        .sorted()
        .toList();
  }

  @Test
  void theNewestOfAHelperIsInUseByAnOuterCallThatMayCloseIt() {
    ledger.open(TYPE, helped(40));
    ledger.open(TYPE, helped(41));
    exiting().guard("com.acme.Main.run:44", CONNECTION, GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "1 LEFT_OPEN");
    Finding inUse = only(ledger, Verdicts.IN_USE);
    assertThat(inUse.opening().frames().get(2).line()).isEqualTo(41);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(inUse).get(0))
        .isEqualTo(
            "the process ended while Main.run(Main.java:44), which may have received it,"
                + " was still running");
  }

  @Test
  void eachVariableOfTheCleanupMayHaveOne() {
    for (int i = 0; i < 4; i++) {
      ledger.open(TYPE, helped(40));
    }
    exiting()
        .guard("com.acme.Main.run:44", CONNECTION, GuardRecord.OF_CLASS)
        .guard("com.acme.Main.run:44", CONNECTION, GuardRecord.OF_CLASS)
        .guard("com.acme.Main.run:44", "java.util.List", VARIABLE);

    assertThat(verdicts()).containsExactly("2 IN_USE", "2 LEFT_OPEN");
  }

  @Test
  void ofALoopOnlyTheNewestIs() {
    for (int i = 0; i < 500; i++) {
      ledger.open(TYPE, helped(40));
    }
    exiting().guard("com.acme.Main.run:44", "java.util.List", VARIABLE);

    assertThat(verdicts()).containsExactly("1 IN_USE", "499 LEFT_OPEN");
    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains(
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Main.run(Main.java:44) is inside a try statement and may close older"
                + " resources as well as the newest");
  }

  @ParameterizedTest
  @ValueSource(strings = {CONNECTION, "java.lang.AutoCloseable", "java.io.Closeable"})
  void allAreIfTheCleanupClosesThemInALoop(String element) {
    for (int i = 0; i < 5; i++) {
      ledger.open(TYPE, helped(40));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", VARIABLE)
        .guard("com.acme.Main.run:44", "java.util.Iterator#30-50", GuardRecord.EACH)
        .guard("com.acme.Main.run:44", element + "#12,38-40,44", GuardRecord.EACH);

    assertThat(verdicts()).containsExactly("5 IN_USE");
    Finding inUse = only(ledger, Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(inUse))
        .containsExactly(
            "the process ended while Main.run(Main.java:44), which may have received it, was still running",
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Main.run(Main.java:44) is inside a try statement and may close it");
  }

  /**
   * The rule names the class that holds the descriptor; the program created an object of another
   * class.
   */
  @Test
  void soAreThoseThatObjectsOfTheJdkOpenedForThemselves() {
    TypeEntry socket = type("socket", "sun.nio.ch.NioSocketImpl");
    ledger.open(
        socket,
        stack(
            "sun.nio.ch.NioSocketImpl.create:480",
            "java.net.ServerSocket.getImpl:255",
            "java.net.ServerSocket.<init>:222",
            "com.acme.Main.run:39",
            "com.acme.Main.main:7"));
    for (int i = 0; i < 3; i++) {
      ledger.open(
          socket,
          stack(
              "sun.nio.ch.NioSocketImpl.create:480",
              "java.net.Socket.createImpl:496",
              "java.net.Socket.<init>:301",
              "com.acme.Main.run:40",
              "com.acme.Main.main:7"));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.net.Socket[]", VARIABLE)
        .guard("com.acme.Main.run:44", "java.net.ServerSocket", GuardRecord.OF_CLASS)
        .guard(
            "com.acme.Main.run:44", "java.net.Socket#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "3 IN_USE");
  }

  @Test
  void whatACallOfAnotherThreadMayHaveBeenHandedIsLeftOpenAsAGuess() {
    ledger.open(TYPE, helped(40));
    ledger.running("main", stack("com.acme.Main.main:9"));
    ledger.running("worker", stack("com.acme.Worker.serve:12", "java.lang.Thread.run:840"));
    ledger.guard("com.acme.Worker.serve:12", CONNECTION, GuardRecord.OF_CLASS);

    Finding leftOpen = only(ledger, Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains(
            "a guess from stacks, since the heap was not examined (set holders=true):"
                + " Worker.serve(Worker.java:12) is inside a try statement and may close it");
  }

  @Test
  void allThatACallOpenedItselfAreIfItsCleanupClosesThemInALoop() {
    for (int i = 0; i < 5; i++) {
      ledger.open(
          TYPE,
          stack("com.acme.Connection.<init>:3", "com.acme.Main.run:40", "com.acme.Main.main:7"));
    }
    exiting()
        .guard("com.acme.Main.run:44", "com.acme.Connection[]", VARIABLE)
        .guard("com.acme.Main.run:44", CONNECTION + "#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("5 IN_USE");
    assertThat(why(only(ledger, Verdicts.IN_USE)).get(0))
        .isEqualTo(
            "the process ended while Main.run(Main.java:44), which had opened it or its"
                + " owner, was still running");
  }

  /**
   * The guards are for a list, its iterator, and a variable of a class other than the resource's.
   */
  @Test
  void aLoopOverOtherThingsLeavesTheNewestAlone() {
    for (int i = 0; i < 5; i++) {
      ledger.open(TYPE, helped(40));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", VARIABLE)
        .guard("com.acme.Main.run:44", "java.util.Iterator#30-50", GuardRecord.EACH)
        .guard("com.acme.Main.run:44", "com.acme.File#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "4 LEFT_OPEN");
  }

  @Test
  void ofWhatCameElsewhereOnlyTheNewestIs() {
    for (int i = 0; i < 5; i++) {
      ledger.open(TYPE, helped(37));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", VARIABLE)
        .guard(
            "com.acme.Main.run:44",
            CONNECTION + "#36,38-40",
            GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "4 LEFT_OPEN");
  }

  @Test
  void aLoopWithoutAVariableThatMayKeepThemClosesNone() {
    ledger.open(TYPE, helped(40));
    exiting()
        .guard("com.acme.Main.run:44", "java.lang.Thread", VARIABLE)
        .guard("com.acme.Main.run:44", CONNECTION + "#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 LEFT_OPEN");
  }

  @Test
  void ofWhatWasOpenedFurtherBelowOnlyTheNewestIs() {
    for (int i = 0; i < 5; i++) {
      ledger.open(
          TYPE,
          stack(
              "com.acme.Connection.<init>:3",
              "com.acme.Cluster.connect:20",
              "com.acme.Shop.serve:9",
              "com.acme.Main.run:40",
              "com.acme.Main.main:7"));
    }
    exiting()
        .guard("com.acme.Main.run:44", "java.util.List", VARIABLE)
        .guard("com.acme.Main.run:44", CONNECTION + "#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 IN_USE", "4 LEFT_OPEN");
  }

  @Test
  void whatNoRunningCallMayCloseIsLeftOpenForSure() {
    ledger.open(TYPE, helped(40));
    exiting();

    assertThat(only(ledger, Verdicts.LEFT_OPEN).confidence()).isEqualTo(Confidence.Level.HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"java.util.List", "java.lang.AutoCloseable", "com.acme.Session", "Connection[]"})
  void whatMayReferToItMayCloseIt(String type) {
    ledger.open(TYPE, helped(40));
    exiting().guard("com.acme.Main.run:44", type, VARIABLE);

    assertThat(verdicts()).containsExactly("1 IN_USE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread",
        "java.util.concurrent.locks.Lock",
        "java.util.concurrent.CountDownLatch",
        "com.acme.File"
      })
  void whatCannotReferToItDoesNotCloseIt(String type) {
    ledger.closed(type("file", "com.acme.File"), helped(40), 1, 1);
    ledger.open(TYPE, helped(40));
    exiting().guard("com.acme.Main.run:44", type, GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 LEFT_OPEN");
  }

  @Test
  void aCallThatStandsElsewhereDoesNotCloseIt() {
    ledger.open(TYPE, helped(40));
    exiting()
        .guard("com.acme.Main.run:45", CONNECTION, GuardRecord.OF_CLASS)
        .guard("com.acme.Main.main:8", CONNECTION, GuardRecord.OF_CLASS);

    assertThat(verdicts()).containsExactly("1 LEFT_OPEN");
  }

  @Test
  void aCloseThatRunsMakesItOneInUseWithoutAGuess() {
    ledger.open(TYPE, helped(40)).closing();
    ledger.open(TYPE, helped(40));

    assertThat(verdicts()).containsExactly("1 IN_USE", "1 LEFT_OPEN");
    Finding inUse = only(ledger, Verdicts.IN_USE);
    assertThat(why(inUse)).containsExactly("its close was running when the process ended");
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.HIGH);
  }
}
