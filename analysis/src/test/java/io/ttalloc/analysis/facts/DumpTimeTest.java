package io.ttalloc.analysis.facts;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.TestProcess;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.KeptText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.HeldResource.State;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests what a report concludes, and does not conclude, from a heap dump that was not taken when
 * the ledger was read.
 */
class DumpTimeTest {
  private static final TypeEntry CONNECTION = type("connection", "com.acme.Connection");
  private static final List<Frame> OPENS = stack("com.acme.Pool.open:7");
  private static final long SECOND = 1_000_000_000;

  private static final ReferencePath KEPT =
      new ReferencePath(
          new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Pool", "all", "", ""),
          List.of(new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", "0")));

  private static final ReferencePath LOCAL =
      new ReferencePath(
          new PathRoot(PathRoot.Kind.JAVA_LOCAL, "", "", "main", "Pool.run(Pool.java:3)"),
          List.of());

  private static List<SlotEntry> slots(LedgerImage image) throws IOException {
    List<SlotEntry> slots = new ArrayList<>();
    assertThat(image.forEachSlot(slots::add)).isEmpty();
    return slots;
  }

  private static HeldResource held(SlotEntry slot, State state, @Nullable ReferencePath path) {
    Reach reach =
        path == null ? Reach.UNREACHABLE : LOCAL.equals(path) ? Reach.FRAMES : Reach.STRUCTURE;
    int tally = slot.tally().id();
    return new HeldResource(
        slot.id().index(), tally, state, 1, "com.acme.Connection", 24, reach, path, false, null);
  }

  private static HeapReport dump(HeldResource... resources) {
    return new HeapReport(0, 0, 10, List.of(resources));
  }

  /**
   * Returns the only finding about a running process. Its ledger is read, its heap is dumped,
   * {@code meanwhile} is run, and the ledger is read again.
   */
  private static Finding running(LedgerBuilder ledger, Runnable meanwhile, State state) {
    return running(ledger, meanwhile, slot -> dump(held(slot, state, KEPT)));
  }

  private interface Dump {
    HeapReport of(SlotEntry first);
  }

  private static Finding running(LedgerBuilder ledger, Runnable meanwhile, Dump dump) {
    ledger.ended(Ended.RUNNING);
    DumpTime time = ledger.read(DumpTime::after);
    HeapReport heap = ledger.read(image -> dump.of(slots(image).get(0)));
    meanwhile.run();
    Report report =
        ledger.read(image -> Analysis.of(image, AnalysisOptions.defaults().holding(heap, time)));
    assertThat(report.findings()).hasSize(1);
    return report.findings().get(0);
  }

  private static LedgerBuilder one() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONNECTION, OPENS);
    return ledger;
  }

  private static void nothing() {}

  @Test
  void theReportOnARunningProcessSaysWhatKeepsItsResources() {
    Finding finding = running(one(), DumpTimeTest::nothing, State.OPEN);

    assertThat(finding.verdict()).hasToString("OPEN");
    assertThat(why(finding))
        .containsExactly(
            "the process is still running: resources in use cannot be distinguished from leaks");
    assertThat(kept(finding)).containsExactly("by static Pool.all -> {ArrayList[0]}");
    assertThat(finding.ownership().paths()).hasSize(1);
  }

  @Test
  void whatTheDumpDoesNotHaveThoughItWasOpenBeforeIsLost() {
    Finding finding = running(one(), DumpTimeTest::nothing, slot -> dump());

    assertThat(finding.verdict()).hasToString("LOST");
  }

  @Test
  void whatWasOpenedAfterwardsIsUnknownThoughItHasTheSlotOfAnother() {
    LedgerBuilder ledger = ledger();
    OpenedResource first = ledger.open(CONNECTION, OPENS);

    Finding finding =
        running(
            ledger,
            () -> {
              first.closedAfter(1);
              ledger.open(CONNECTION, OPENS);
            },
            State.OPEN);

    assertThat(finding.amount().count()).isEqualTo(1);
    assertUnknown(finding);
  }

  @Test
  void whatWasOpenedAfterwardsIsNotTakenForLost() {
    LedgerBuilder ledger = one();

    Finding finding = running(ledger, () -> ledger.open(CONNECTION, OPENS), State.OPEN);

    assertThat(finding.verdict()).hasToString("OPEN");
    assertThat(why(finding))
        .containsExactly(
            "the process is still running: resources in use cannot be distinguished from leaks");
    assertThat(kept(finding))
        .containsExactly(
            "1 of 2 by static Pool.all -> {ArrayList[0]}",
            "the heap dump does not show what refers to 1 of them");
  }

  @Test
  void whatHasEndedItsCloseOrIsGarbageOfAnOrdinaryDumpOrOfAnotherTallyIsUnknown() {
    assertUnknown(running(one(), DumpTimeTest::nothing, State.CLOSED));
    assertUnknown(
        running(one(), DumpTimeTest::nothing, slot -> dump(held(slot, State.OPEN, null))));
    assertUnknown(
        running(
            one(),
            DumpTimeTest::nothing,
            slot ->
                dump(
                    new HeldResource(
                        slot.id().index(),
                        slot.tally().id() + 1,
                        State.OPEN,
                        1,
                        "com.acme.Other",
                        24,
                        Reach.STRUCTURE,
                        KEPT,
                        false,
                        null))));
  }

  /**
   * Returns the findings about a process that dumped its heap at exit and whose other threads then
   * still ran {@code meanwhile}.
   */
  private static List<Finding> ended(LedgerBuilder ledger, Runnable meanwhile, Dump dump) {
    long lastOpened =
        ledger.read(
            image ->
                slots(image).stream().mapToLong(slot -> slot.opened().nanos()).max().orElse(0));
    DumpTime time = DumpTime.atExit(lastOpened);
    HeapReport heap = ledger.read(image -> dump.of(slots(image).get(0)));
    meanwhile.run();
    return ledger
        .read(image -> Analysis.of(image, AnalysisOptions.defaults().holding(heap, time)))
        .findings();
  }

  @Test
  void atExitTheDumpShowsHowTheProcessEnded() {
    Dump kept = slot -> dump(held(slot, State.OPEN, KEPT));

    assertThat(ended(one(), DumpTimeTest::nothing, kept))
        .extracting(finding -> finding.verdict().toString())
        .containsExactly("LEFT_OPEN");
    assertThat(ended(one(), DumpTimeTest::nothing, slot -> dump()))
        .extracting(finding -> finding.verdict().toString())
        .containsExactly("LOST");
  }

  @Test
  void whatAThreadOpensWhileItsProcessEndsIsInUse() {
    LedgerBuilder ledger = ledger();
    OpenedResource first = ledger.open(CONNECTION, OPENS);

    List<Finding> findings =
        ended(
            ledger,
            () -> {
              first.closedAfter(1);
              ledger.open(CONNECTION, OPENS);
            },
            slot -> dump());

    assertThat(findings)
        .extracting(finding -> finding.verdict().toString())
        .containsExactly("IN_USE");
    assertThat(why(findings.get(0)))
        .containsExactly("opened while the process was ending, by a thread that was still running");
  }

  private static List<String> kept(Finding finding) {
    return KeptText.of(finding.ownership().kept(), finding.amount().count());
  }

  private static void assertUnknown(Finding finding) {
    assertThat(finding.verdict()).hasToString("OPEN");
    assertThat(why(finding))
        .containsExactly(
            "the process is still running: resources in use cannot be distinguished from leaks;"
                + " the heap dump does not show what refers to it");
    assertThat(finding.ownership().paths()).isEmpty();
  }

  @Test
  void theNewerResourceOfASlotCountsIfTheOlderOneHasEnded() {
    Finding finding =
        running(
            one(),
            DumpTimeTest::nothing,
            slot -> dump(held(slot, State.OPEN, KEPT), held(slot, State.CLOSED, LOCAL)));

    assertThat(kept(finding)).containsExactly("by static Pool.all -> {ArrayList[0]}");
  }

  /**
   * Returns the report on a process that ended ten seconds after the ledger began, with a heap dump
   * that was taken after five seconds.
   */
  private static Report byClock(LedgerBuilder ledger, @Nullable ReferencePath path) {
    ledger.lasting(10 * SECOND);
    long taken = TestProcess.CLOCK_BASE.toEpochMilli() + 5_000;
    return ledger.read(
        image -> {
          List<HeldResource> all = new ArrayList<>();
          for (SlotEntry slot : slots(image)) {
            if (path != null) {
              all.add(held(slot, State.OPEN, path));
            }
          }
          HeapReport heap = new HeapReport(taken, 0, 1, all);
          DumpTime time = DumpTime.at(image.process(), taken);
          return Analysis.of(image, AnalysisOptions.defaults().holding(heap, time));
        });
  }

  private static LedgerBuilder openedAt(long nanos) {
    LedgerBuilder ledger = ledger().at(nanos - 1_000_000);
    ledger.open(CONNECTION, OPENS);
    return ledger;
  }

  @Test
  void anOlderDumpShowsWhatKeptAResourceThenAndIsNoProofOfUse() {
    Finding kept = byClock(openedAt(3 * SECOND), KEPT).findings().get(0);
    Finding used = byClock(openedAt(3 * SECOND), LOCAL).findings().get(0);

    assertThat(kept.verdict()).hasToString("LEFT_OPEN");
    assertThat(why(kept))
        .containsExactly("open when the process ended; still reachable, and in no cache");
    assertThat(kept(kept))
        .containsExactly(
            "by static Pool.all -> {ArrayList[0]} when the heap was dumped, 5 s before the report");
    assertThat(used.verdict()).hasToString("LEFT_OPEN");
  }

  @Test
  void anOlderDumpKnowsOnlyWhatWasOpenedASecondBefore() {
    assertThat(byClock(openedAt(4 * SECOND), null).findings().get(0).verdict()).hasToString("LOST");
    assertThat(byClock(openedAt(4 * SECOND + 1), null).findings().get(0).verdict())
        .hasToString("LEFT_OPEN");
    assertThat(byClock(openedAt(6 * SECOND), KEPT).findings().get(0).ownership().paths()).isEmpty();
  }
}
