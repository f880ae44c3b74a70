package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.TypeEntries;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests resources that are identified by a number, and therefore do not appear in a heap dump. */
class KeyedTypeTest {
  private static final TypeEntry BLOCK = TypeEntries.keyed("block", "com.acme.Blocks");
  private static final List<Frame> CREATE =
      stack("com.acme.Blocks.create:5", "com.acme.Loader.read:42");

  private final LedgerBuilder ledger = ledger();

  @Test
  void whatIsLeftIsLeftOpenAndReachableOrNot() {
    ledger.open(BLOCK, CREATE);

    Finding left = only(ledger, Verdicts.LEFT_OPEN);

    assertThat(left.leak()).isTrue();
    assertThat(why(left))
        .containsExactly(
            "open when the process ended; the handle is a number, so whether it is reachable is"
                + " unknown");
    assertThat(fix(left))
        .startsWith(
            "call the closing method with the handle that Loader.read(Loader.java:42) opened");
  }

  @Test
  void aHeapDumpThatLacksItsObjectProvesNothing() {
    ledger.open(BLOCK, CREATE);
    HeapReport heap = new HeapReport(0, 0, 10, List.of());

    List<Finding> findings =
        Reports.of(ledger, AnalysisOptions.defaults().holding(heap, DumpTime.OF_READING))
            .findings();

    assertThat(findings).extracting(Finding::verdict).containsExactly(Verdicts.LEFT_OPEN);
    assertThat(why(findings.get(0)))
        .containsExactly(
            "open when the process ended; the handle is a number, so whether it is reachable is"
                + " unknown");
  }
}
