package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the first lines of a report: the result, and the confidence in it. */
class HeadlineTextTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42", "com.acme.Main.main:17");

  @Test
  void cleanProgramGetsOneLine() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 118, 5_000_000);
    assertThat(Reports.text(ledger))
        .isEqualTo("tt-alloc: clean. 118 opened, 118 closed, Active allocations: 0\n");
  }

  @Test
  void whatTheSystemKeepsForItselfLeavesOneLine() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 118, 5_000_000);
    ledger.open(FILE, READ).infrastructure("sun.Random.<clinit>");
    Report report = Reports.of(ledger);

    assertThat(Reports.written(report, ReportFormats.unaskedText(true)))
        .isEqualTo(
            "tt-alloc: clean. 119 opened, 118 closed, Active allocations: 0, and 1 of the system's"
                + " own resources still open\n");
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .as("a report that was asked for has the details")
        .startsWith(
            """
            tt-alloc: clean. 119 opened, 118 closed, Active allocations: 0, and 1 of the system's own resources still open (pid 4242, demo mesh, 2.1 s, exit)
            confidence HIGH: attached at start, 0 events dropped

            INFRASTRUCTURE, not a leak: 1 entry, 1 open, not growing (1 cycle)
              why      opened inside sun.Random.<clinit>, so it belongs to the system
            """)
        .endsWith("\nActive allocations: 0, and 1 of the system's own resources still open\n");
  }

  @Test
  void systemsOwnIsNoOneLineBesideWhatTheProgramLeavesOpen() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, READ).infrastructure("sun.Random.<clinit>");
    ledger.open(FILE, READ);

    assertThat(Reports.written(Reports.of(ledger), ReportFormats.unaskedText(true)))
        .startsWith("tt-alloc: 1 LEAK: 1 open (1 file), at Loader.read (pid 4242, ")
        .contains("\nINFRASTRUCTURE, not a leak: 1 entry, 1 open, not growing (1 cycle)\n");
  }

  @Test
  void theProgramsMethodIsNamedAndNotTheLibrarysThatItCalled() {
    LedgerBuilder ledger =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.pool", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    ledger.open(
        FILE,
        stack("java.io.FileInputStream.<init>:5", "org.pool.Pool.borrow:3", "com.acme.Shop.buy:7"));

    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: 1 LEAK: 1 open (1 file), at Shop.buy (pid 4242, ");
  }

  @Test
  void systemsOwnThatGrowsIsNotCalledClean() {
    LedgerBuilder ledger = ledger();
    for (int cycle = 0; cycle < 3; cycle++) {
      ledger.open(FILE, READ).infrastructure("sun.Random.<clinit>");
      ledger.mark("run");
    }

    assertThat(Reports.written(Reports.of(ledger), ReportFormats.unaskedText(true)))
        .startsWith("tt-alloc: 1 LEAK: 3 open (3 files), at Loader.read (pid 4242, ");
  }

  @Test
  void processThatRunsIsNotCalledCleanForWhatTheSystemKeeps() {
    LedgerBuilder ledger = ledger().ended(ProcessEntry.Ended.RUNNING);
    ledger.open(FILE, READ).infrastructure("sun.Random.<clinit>");

    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NO LEAK. 1 resource still open, all INFRASTRUCTURE (pid 4242, ");
  }

  @Test
  void droppedEventsAreNotCalledClean() {
    LedgerBuilder ledger =
        ledger().closed(FILE, READ, 118, 5_000_000).dropped(Loss.CANNOT_GROW, 7).attachedLate();
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 118 opened, 118 closed
            confidence LOW: 7 events dropped: the ledger's file could not grow; attached late: what was opened earlier is unknown
            """);
  }

  @Test
  void runWithAClassThatCouldNotBeWovenIsNotCalledClean() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 1, 5_000_000).gap(Gap.NOT_WOVEN);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 1 opened, 1 closed
            confidence LOW: a class named by a rule could not be woven
            """);
  }

  @Test
  void runWithAHookErrorIsCleanOnlyAsFarAsWasSeen() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 1, 5_000_000).hookErrors(1);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: clean as far as known. 1 opened, 1 closed, Active allocations: 0
            confidence LOW: 1 error inside the agent
            """);
  }

  @Test
  void nothingIsCalledReachableWithoutACollection() {
    LedgerBuilder ledger = ledger().gap(Gap.NOT_COLLECTED);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains(
            "\nconfidence MEDIUM: no garbage collection at the end: LEFT_OPEN resources may be LOST\n",
            "\n  why      open when the process ended, and in no cache; there was no collection at"
                + " the end, so it may be garbage\n");
    LedgerBuilder closed = ledger().gap(Gap.NOT_COLLECTED).closed(FILE, READ, 1, 1);
    assertThat(Reports.text(closed)).startsWith("tt-alloc: clean. 1 opened");
  }

  @Test
  void damagedLedgerIsNeverCalledFreeOfLeaks() {
    TypeEntry cache = LedgerBuilder.cache("cache", "a.Cache", "clear()");
    LedgerBuilder ledger = ledger().truncatedBeforePass(0);
    OpenedResource holder = ledger.open(cache, READ);
    ledger.open(FILE, READ).heldBy(holder, "1");
    assertThat(Reports.text(ledger))
        .startsWith(
            "tt-alloc: NOT JUDGED: the ledger is damaged. In the readable part, 1 resource still open,"
                + " all CACHED (pid 4242, ");
  }

  @Test
  void killedProcessIsNotJudged() {
    LedgerBuilder ledger = ledger().ended(ProcessEntry.Ended.KILLED);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 1 resource still open, all OPEN (pid 4242, demo mesh, killed, last seen running after 101 ms; 1 opened, 0 closed)
            confidence HIGH: attached at start, 0 events dropped; killed, no final collection

            OPEN, not judged: 1 entry, 1 open, not growing (1 cycle)
              why      killed: resources in use cannot be distinguished from leaks
              fix      let the program exit normally to see what leaks

              1. Loader.read
                 file   1 x java.io.FileInputStream; 1 opened, 0 closed
                 opened at Loader.read
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Loader.read(Loader.java:42)   <- your code
                   com.acme.Main.main(Main.java:17)

            Active allocations: 1
            more: tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void killedProcessHasOpenAndNotReachableResources() {
    LedgerBuilder ledger = ledger().ended(ProcessEntry.Ended.KILLED);
    ledger.open(FILE, READ).collected();
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger)).contains("Active allocations: 2 (1 of them lost)\n");
  }
}
