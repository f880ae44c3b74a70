package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that one line of code gives one finding, however deep its recursion and whichever thread
 * ran its task.
 */
class FoldedFindingsTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private final LedgerBuilder ledger = ledger();

  private static List<Frame> walk(int depth) {
    List<String> calls = new ArrayList<>(List.of("java.io.FileInputStream.<init>:158"));
    calls.add("com.acme.Tree.walk:11");
    calls.addAll(Collections.nCopies(depth - 1, "com.acme.Tree.walk:14"));
    calls.add("com.acme.Main.main:5");
    return stack(calls.toArray(String[]::new));
  }

  private Finding only() {
    Report report = Reports.of(ledger);
    assertThat(report.findings()).hasSize(1);
    assertThat(report.entries()).hasSize(1);
    return report.findings().get(0);
  }

  @Test
  void aRecursionOfAnyDepthIsOneFinding() {
    for (int depth = 1; depth <= 8; depth++) {
      ledger.open(FILE, walk(depth)).collected();
    }

    Finding all = only();

    assertThat(all.amount().count()).isEqualTo(8);
    assertThat(all.amount().opened()).isEqualTo(8);
    assertThat(all.identity().stacks()).isEqualTo(8);
    assertThat(all.opening().frames()).isEqualTo(walk(1));
    assertThat(Reports.why(all)).contains("8 collected, never closed");
    assertThat(Reports.text(ledger))
        .contains("opened at Tree.walk by 8 stacks that differ only in recursion or executors\n");
  }

  @Test
  void itsFingerprintDoesNotDependOnTheDepths() {
    ledger.open(FILE, walk(3));
    String three = only().fingerprint();
    ledger.open(FILE, walk(7));

    assertThat(only().fingerprint()).isEqualTo(three);
  }

  @Test
  void whatWasClosedAtOtherDepthsCountsToo() {
    ledger.closed(FILE, walk(2), 5, 1_000);
    ledger.closeSite(
        FILE, walk(2), stack("java.io.FileInputStream.close:300", "com.acme.Tree.walk:17"), 5);
    ledger.open(FILE, walk(4)).collected();

    Finding lost = only();

    assertThat(lost.amount().closedForGood()).isEqualTo(5);
    assertThat(Reports.fix(lost))
        .contains("every path through Tree.walk: some paths end before Tree.java:17");
  }

  @Test
  void growthIsSeenThoughEachCycleHasAnotherDepth() {
    for (int cycle = 1; cycle <= 6; cycle++) {
      ledger.open(FILE, walk(cycle));
      ledger.mark("run " + cycle);
    }
    assertThat(only().growing()).isTrue();
  }

  @Test
  void otherLinesStayOtherFindings() {
    List<Frame> other = stack("java.io.FileInputStream.<init>:158", "com.acme.Tree.walk:12");
    ledger.open(FILE, walk(1));
    ledger.open(FILE, walk(2));
    ledger.open(FILE, other);

    assertThat(Reports.of(ledger).findings()).hasSize(2);
  }

  @Test
  void aTaskOfAWorkerAndOneOfItsCallerAreOneFindingWithTheCallersStack() {
    List<Frame> byCaller =
        stack(
            "java.io.FileInputStream.<init>:158",
            "com.acme.Main.lambda$main$0:7",
            "java.util.concurrent.ForkJoinTask.doExec:1",
            "java.util.concurrent.ForkJoinTask.invoke:1",
            "java.util.stream.ReferencePipeline.forEach:1",
            "com.acme.Main.main:6");
    ledger.open(
        FILE,
        stack(
            "java.io.FileInputStream.<init>:158",
            "com.acme.Main.lambda$main$0:7",
            "java.util.concurrent.ForkJoinTask.doExec:1",
            "java.util.concurrent.ForkJoinPool.runWorker:1",
            "java.util.concurrent.ForkJoinWorkerThread.run:1"));
    ledger.open(FILE, byCaller);

    assertThat(only().opening().frames()).isEqualTo(byCaller);
  }

  @Test
  void reclaimedOnesFoldAsWell() {
    ledger.reclaimed(FILE, walk(1), 2, 0);
    ledger.reclaimed(FILE, walk(3), 3, 0);

    assertThat(only().amount().count()).isEqualTo(5);
  }
}
