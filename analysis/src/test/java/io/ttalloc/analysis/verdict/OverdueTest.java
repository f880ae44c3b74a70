package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static io.ttalloc.analysis.TypeEntries.limited;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the verdict OVERDUE. The process runs for 100 s, and its resources may be open for 30 s.
 */
class OverdueTest {
  private static final long SECOND = 1_000_000_000L;
  private static final TypeEntry CONNECTION =
      limited(type("connection", "com.acme.Connection"), 30 * SECOND);
  private static final TypeEntry POOL = cache("pool", "com.acme.Pool", "close()");
  private static final List<Frame> OPENED =
      stack("com.acme.Connection.<init>:3", "com.acme.Main.connect:12");

  private final LedgerBuilder ledger = ledger().lasting(100 * SECOND).ended(Ended.RUNNING);

  /** Opens a resource that has the given age when the ledger is read. */
  private OpenedResource open(TypeEntry type, long ageNanos) {
    return ledger.at(100 * SECOND - ageNanos - 1_000_000).open(type, OPENED);
  }

  @Test
  void openForLongerThanItsLimitIsOverdueAndNoLeak() {
    open(CONNECTION, 65 * SECOND).thread("worker-1");

    Finding overdue = only(ledger, Verdicts.OVERDUE);

    assertThat(overdue.leak()).isFalse();
    assertThat(overdue.verdict().tone()).isEqualTo(Verdict.Tone.WARN);
    assertThat(why(overdue))
        .containsExactly(
            "in use for longer than the limit of 30 s",
            "in use for 1 min 5 s; opened by thread \"worker-1\"");
    assertThat(fix(overdue))
        .startsWith("call close() on the Connection that Main.connect(Main.java:12) opened")
        .endsWith("; or raise older-than");
  }

  @Test
  void severalAreReportedWithTheOldestAndItsThreads() {
    open(CONNECTION, 65 * SECOND).thread("worker-2");
    open(CONNECTION, 40 * SECOND).thread("worker-1");

    assertThat(why(only(ledger, Verdicts.OVERDUE)))
        .contains("in use for up to 1 min 5 s; opened by threads \"worker-1\", \"worker-2\"");
  }

  @Test
  void openAsLongAsItsLimitIsOpenAndSaysWhenItWillBeOverdue() {
    open(CONNECTION, 30 * SECOND);
    assertThat(only(ledger, Verdicts.OPEN).amount().count()).isEqualTo(1);
    assertThat(Reports.of(ledger).judged().nextOverdueNanos()).isZero();
  }

  @Test
  void theNextOverdueIsTheOldestOfThoseThatAreNot() {
    open(CONNECTION, 65 * SECOND);
    open(CONNECTION, 10 * SECOND);
    open(CONNECTION, 23 * SECOND);
    open(type("file", "com.acme.File"), 90 * SECOND);
    Report report = Reports.of(ledger);

    assertThat(report.judged().nextOverdueNanos()).isEqualTo(7 * SECOND);
    assertThat(report.isJudged()).isFalse();
    assertThat(report.leaks()).isZero();
  }

  @Test
  void theHalvesOfOneStackAreOneFinding() {
    open(CONNECTION, 10 * SECOND);
    open(CONNECTION, 65 * SECOND);
    open(CONNECTION, 20 * SECOND);
    Report report = Reports.of(ledger);

    Finding both = only(ledger, Verdicts.OVERDUE);
    assertThat(report.findings()).hasSize(1);
    assertThat(both.amount().count()).isEqualTo(3);
    assertThat(why(both)).contains("1 of 3 in use for longer than the limit of 30 s");
    assertThat(report.judged().nextOverdueNanos()).isEqualTo(10 * SECOND);
  }

  @Test
  void afterAKillNothingIsOverdue() {
    ledger.ended(Ended.KILLED);
    open(CONNECTION, 65 * SECOND);
    only(ledger, Verdicts.OPEN);
  }

  @Test
  void withoutALimitItIsOpenForAnyTime() {
    open(type("file", "com.acme.File"), 99 * SECOND);
    only(ledger, Verdicts.OPEN);
    assertThat(Reports.of(ledger).judged().nextOverdueNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatWasKilledOrHasEndedIsNotOverdue() {
    open(CONNECTION, 65 * SECOND);
    only(ledger.ended(Ended.KILLED), Verdicts.OPEN);
    only(ledger.ended(Ended.EXIT), Verdicts.LEFT_OPEN);
  }

  @Test
  void whatACacheHoldsIsNotOverdue() {
    OpenedResource pool = ledger.open(POOL, OPENED);
    open(CONNECTION, 65 * SECOND).heldBy(pool, "a");

    only(ledger, Verdicts.CACHED);
  }

  @Test
  void infrastructureIsNotOverdue() {
    open(CONNECTION, 65 * SECOND).infrastructure("Device.start");

    only(ledger, Verdicts.INFRASTRUCTURE);
  }

  @Test
  void whatIsLentCountsFromWhenItWasTaken() {
    OpenedResource pool = ledger.open(POOL, OPENED);
    List<Frame> taker = stack("com.acme.Pool.borrow:8", "com.acme.Main.order:33");
    OpenedResource inTime = open(CONNECTION, 90 * SECOND).heldBy(pool, "a");
    ledger.at(80 * SECOND);
    inTime.takenFrom(pool, taker);
    only(ledger, Verdicts.OPEN);

    OpenedResource late = open(CONNECTION, 90 * SECOND).heldBy(pool, "b");
    ledger.at(60 * SECOND);
    late.takenFrom(pool, taker);
    Finding overdue = only(ledger, Verdicts.OVERDUE);
    assertThat(fix(overdue))
        .startsWith(
            "close the Connection that Main.order(Main.java:33) takes from the Pool, or put it back; or raise");
    assertThat(why(overdue))
        .containsExactly(
            "1 of 2 in use for longer than the limit of 30 s",
            "in use for up to 40 s; opened by thread \"main\"",
            "last taken from the Pool at Main.order(Main.java:33)");
  }

  @Test
  void whatBelongsToWhatIsLentCountsFromThenToo() {
    OpenedResource pool = ledger.open(POOL, OPENED);
    OpenedResource lent =
        open(container("session", "com.acme.Session"), 90 * SECOND).heldBy(pool, "a");
    open(CONNECTION, 85 * SECOND).owner(lent);
    ledger.at(80 * SECOND);
    lent.takenFrom(pool, stack("com.acme.Pool.borrow:8", "com.acme.Main.order:33"));

    only(ledger, Verdicts.OPEN);
  }

  @Test
  void aTimeThatADamagedLedgerSaysIsNoNegativeAge() {
    ledger.at(-5 * SECOND).open(CONNECTION, OPENED);

    assertThat(why(only(ledger, Verdicts.OVERDUE)).get(1))
        .startsWith("in use for 1 min 40 s; opened");
  }

  @Test
  void whatGrowsIsALeakThoughItIsOverdue() {
    for (int cycle = 1; cycle <= 4; cycle++) {
      ledger.open(CONNECTION, OPENED);
      ledger.mark("run " + cycle);
    }

    Finding overdue = only(ledger, Verdicts.OVERDUE);
    assertThat(overdue.growing()).isTrue();
    assertThat(overdue.leak()).isTrue();
  }
}
