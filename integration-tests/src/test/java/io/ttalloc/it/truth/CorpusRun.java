package io.ttalloc.it.truth;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a corpus program under the agent, compared with its known leaks.
 *
 * @param withHeap the score of the report at exit, which used the heap
 * @param withoutHeap the score of a report from the ledger alone, as written with {@code
 *     holders=false}
 */
record CorpusRun(CorpusProgram program, Jdk jdk, Score withHeap, Score withoutHeap) {
  /**
   * Flags used in every build, because these programs end before an optimizing compiler pays off.
   */
  private static final String[] SHORT_LIVED = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"};

  /**
   * Runs a program.
   *
   * @param parent the folder for its files
   */
  static CorpusRun of(Path parent, CorpusProgram program, Jdk jdk)
      throws IOException, InterruptedException {
    TrackedRun tracked = TrackedRun.in(parent).option("holders=true");
    Score withHeap = run(tracked, program, jdk);
    Report fromLedger = Analysis.of(tracked.ledgers().read(), AnalysisOptions.defaults());
    return new CorpusRun(program, jdk, withHeap, Score.of(program, json(fromLedger)));
  }

  /**
   * Runs a program twice, with and without the heap, in JVMs that ignore all requests for garbage
   * collection. One run cannot serve for both, because reading the heap also collects garbage.
   *
   * @param parent the folder for its files
   */
  static CorpusRun uncollected(Path parent, CorpusProgram program, Jdk jdk)
      throws IOException, InterruptedException {
    List<Score> scores = new ArrayList<>();
    for (String heap : List.of("holders=true", "holders=false")) {
      scores.add(run(TrackedRun.in(parent).option(heap), program, jdk, Evidence.UNCOLLECTED));
    }
    return new CorpusRun(program, jdk, scores.get(0), scores.get(1));
  }

  private static Score run(TrackedRun tracked, CorpusProgram program, Jdk jdk, String... flags)
      throws IOException, InterruptedException {
    tracked.rules(program.rules()).ledgers().keepAll();
    JvmResult result =
        tracked
            .on(jdk)
            .jvmFlags(SHORT_LIVED)
            .jvmFlags(flags)
            .classPath(TestJvm.locationOf(TtAlloc.class))
            .main(program.mainClass())
            .run();
    Path json = tracked.file("report.json");
    if (!Files.exists(json)) {
      throw new AssertionError(program + " has no report: " + result);
    }
    if (result.err().contains("judged without examining the heap")) {
      throw new AssertionError(program + " was judged without its heap: " + result);
    }
    return Score.of(program, Files.readString(json));
  }

  private static String json(Report report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportFormats.byName("json").write(report, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "%s on %s: %s; without the heap: %s"
        .formatted(program, jdk, text(withHeap), text(withoutHeap));
  }

  private static String text(Score score) {
    return "%s%d leaked, %d found, %d not judged, %d false; %s"
        .formatted(
            score.isRight() ? "" : "WRONG, ",
            score.leaked(),
            score.found(),
            score.notJudged(),
            score.falseAlarms(),
            String.join("; ", score.findings()));
  }
}
