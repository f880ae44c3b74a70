package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the lines about resources that accumulate from mark to mark. */
class GrowthTextTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42", "com.acme.Main.main:17");

  @Test
  void accumulateScenarioReportsSumsDistinctBytesAndGrowth() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    for (int run = 1; run <= 3; run++) {
      MeshRun.record(ledger, "" + run);
      ledger.mark("run " + run);
    }
    assertThat(Reports.text(ledger))
        .startsWith(
            """
            tt-alloc: 2 LEAKS: 66 open, 952,320 B by handle (48 buffers, 18 circular buffers), worst Ttnn.matmul (pid 4242, demo mesh, 2.1 s, exit; 147 opened, 51 closed)
            confidence HIGH: attached at start, 0 events dropped

            device      DRAM                                     L1
            0           110,592 B, distinct addresses 36,864 B   36,864 B in 9 regions (18 circular buffers, 67,584 B by handle), distinct addresses 12,288 B
            1-7, each   110,592 B, distinct addresses 36,864 B   0 B

            CACHED and GROWING, a leak: 2 entries, 66 open, growing in each of the most recent cycles (3 cycles)
              held by  ProgramCache#1 of MeshDevice#1 (2 x 4), closed at Mesh.run(Mesh.java:64)
                       ProgramCache#2 of MeshDevice#2 (2 x 4), closed at Mesh.run(Mesh.java:64)
                       ProgramCache#3 of MeshDevice#3 (2 x 4), closed at Mesh.run(Mesh.java:64)
              why      closing MeshDevice does not clear its ProgramCache; no later call can hit these entries
              fix      call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed

              1. Ttnn.matmul    DRAM 589,824 B, L1 30,720 B   owner MeshWorkloadImpl#2, MeshWorkloadImpl#4, MeshWorkloadImpl#6   entry matmul
                 a) buffer            24 x 24,576 B at 0x3ffff000, devices 0-7; 24 opened, 0 closed; views: 24 opened, 24 closed; oldest 1.9 s
                   growth   +8 (196,608 B) in each of 3 cycles (run 1 to run 3)
                 b) circular buffer   6 x 4,096 B at 101152, 105248, device 0 + 3 x 2,048 B at 109344, device 0; 9 opened, 0 closed; oldest 1.9 s
                   growth   +3 (10,240 B) in each of 3 cycles (run 1 to run 3)
            """);
  }

  @Test
  void equalGrowthIsOneStatementAboutTheLatestCycles() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 1_000; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1", "com.acme.App.serve:9")).bytes(1_000);
      ledger.mark("req");
    }
    assertThat(Reports.text(ledger))
        .contains("       growth   +1 (1,000 B) in each of the last 32 of 1,000 cycles (req)\n")
        .doesNotContain("thread ");
  }

  @Test
  void unequalGrowthShowsTheLatestCycles() {
    LedgerBuilder ledger = ledger();
    for (int i = 1; i <= 8; i++) {
      for (int j = 0; j < i; j++) {
        ledger.open(FILE, READ);
      }
      ledger.mark("r" + i);
    }
    assertThat(Reports.text(ledger))
        .contains("       growth   last 6 of 8: r3 +3, r4 +4, r5 +5, r6 +6, r7 +7, r8 +8\n");
  }

  @Test
  void marksShowResidentMemoryBesideWhatTheCyclesLeft() {
    LedgerBuilder ledger = ledger();
    for (int i = 1; i <= 9; i++) {
      if (i != 8) {
        ledger.open(BUFFER, stack("lib.Buffer.create:1", "com.acme.App.serve:9")).bytes(i * 1_000L);
      }
      ledger.mark("run " + i, i == 7 ? -1 : 90_000_000L + i);
    }
    assertThat(Reports.text(ledger))
        .contains(
            """

            marks (left open by the cycle; resident memory of the process), last 8 of 9
              run 2  2,000 B;      90,000,002 B
              run 3  3,000 B;      90,000,003 B
              run 4  4,000 B;      90,000,004 B
              run 5  5,000 B;      90,000,005 B
              run 6  6,000 B;      90,000,006 B
              run 7  7,000 B;      unknown
              run 8  0 B;          90,000,008 B
              run 9  9,000 B;      90,000,009 B

            """);
  }
}
