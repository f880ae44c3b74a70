package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.testing.Variant;

class AccumulateIT {

  @OneJdk
  void everyRunAddsAsMuchAndTheDumpShowsTheLastValueOfTheSeries(Jdk jdk) throws Exception {
    DemoRun run = threeRuns(jdk);

    assertThat(run.result().out())
        .isEqualTo(
            """
            run 1   DRAM per device: 36,864 B each (0-7), distinct addresses 36,864 B each (0-7); \
            L1 on device 0: 12,288 B, distinct addresses 12,288 B
            run 2   DRAM per device: 73,728 B each (0-7), distinct addresses 36,864 B each (0-7); \
            L1 on device 0: 24,576 B, distinct addresses 12,288 B
            run 3   DRAM per device: 110,592 B each (0-7), distinct addresses 36,864 B each (0-7); \
            L1 on device 0: 36,864 B, distinct addresses 12,288 B
            """);

    for (int device = 0; device < 8; device++) {
      JsonObject dram = run.json().device(device, "DRAM");
      assertThat(dram.get("liveBytes").getAsLong()).as("device %d", device).isEqualTo(110_592);
      assertThat(dram.get("distinctBytes").getAsLong()).isEqualTo(36_864);
      assertThat(dram.get("allocatorBytes").getAsLong()).isEqualTo(110_592);
    }
    JsonObject l1 = run.json().device(0, "L1");
    assertThat(l1.get("liveBytes").getAsLong()).isEqualTo(36_864);
    assertThat(l1.get("distinctBytes").getAsLong()).isEqualTo(12_288);
    assertThat(l1.get("allocatorBytes").getAsLong()).isEqualTo(36_864);
    assertThat(run.result().err()).contains("110,592 B", "36,864 B");

    assertThat(run.json().marks()).containsExactly("run 1", "run 2", "run 3");
    LedgerImage ledger = run.ledgers().read();
    assertThat(ledger.marks()).extracting(Mark::name).containsExactly("run 1", "run 2", "run 3");
    assertThat(ledger.dropped()).isZero();
  }

  /**
   * The device memory of the model is separate from the memory of the process: either can grow
   * without the other.
   */
  @Variant
  @OneJdk
  void theProcessMemoryAtEachMarkStandsBesideWhatTheCycleLeft(Jdk jdk) throws Exception {
    DemoRun run = threeRuns(jdk);

    assertThat(run.ledgers().read().marks())
        .hasSize(3)
        .allMatch(Mark::hasResident)
        .allSatisfy(m -> assertThat(m.residentBytes()).isBetween(16L << 20, 16L << 30));
    assertThat(run.json().root().getAsJsonArray("marks"))
        .hasSize(3)
        .allSatisfy(
            mark -> {
              assertThat(mark.getAsJsonObject().get("leftBytes").getAsLong()).isEqualTo(317_440);
              assertThat(mark.getAsJsonObject().get("residentBytes").getAsLong())
                  .isGreaterThan(16L << 20);
            });
    assertThat(run.result().err())
        .containsPattern(
            """

            marks \\(left open by the cycle; resident memory of the process\\)
              run 1  317,440 B;    [0-9,]+ B
              run 2  317,440 B;    [0-9,]+ B
              run 3  317,440 B;    [0-9,]+ B

            """);
  }

  @OneJdk
  void whatGrowsInEveryCycleIsALeakThoughACacheHoldsIt(Jdk jdk) throws Exception {
    assertThat(threeRuns(jdk).json().findings("buffer"))
        .hasSize(2)
        .allSatisfy(
            finding -> {
              assertThat(finding.get("verdict").getAsString()).isEqualTo("CACHED");
              assertThat(finding.get("growing").getAsBoolean()).isTrue();
              assertThat(finding.get("leak").getAsBoolean()).isTrue();
              assertThat(finding.get("count").getAsInt()).isEqualTo(24);
            });
  }

  /**
   * The dump at exit, its JSON, and what {@code verify} and {@code dump} read from the ledger all
   * agree.
   */
  @OneJdk
  void everybodyCountsTheSameLeaks(Jdk jdk) throws Exception {
    DemoRun run = threeRuns(jdk);

    assertThat(run.result().err()).startsWith("tt-alloc: 2 LEAKS: 66 open, ");
    assertThat(run.json().root().getAsJsonObject("summary").get("leaks").getAsInt()).isEqualTo(2);
    assertThat(run.json().root().getAsJsonArray("entries")).hasSize(2);
    Report read = Analysis.of(run.ledgers().read(), AnalysisOptions.defaults());
    assertThat(read.failures()).isEqualTo(2);
  }

  @Variant
  @OneJdk
  void withTheCachesClearedItIsCleanInOneLine(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "accumulate", "--runs", "3", "--clear-cache");

    assertThat(run.result().err())
        .matches("tt-alloc: clean\\. (\\d+) opened, \\1 closed, Active allocations: 0\n");
    assertThat(run.json().findings()).isEmpty();
    assertThat(run.json().marks()).containsExactly("run 1", "run 2", "run 3");
    assertThat(run.result().out())
        .contains(
            "run 3   DRAM per device: 0 B each (0-7), distinct addresses 0 B each (0-7);"
                + " L1 on device 0: 0 B, distinct addresses 0 B\n");
  }

  private static DemoRun threeRuns(Jdk jdk) throws Exception {
    return SharedDemoRuns.of(jdk, "accumulate", "--runs", "3");
  }
}
