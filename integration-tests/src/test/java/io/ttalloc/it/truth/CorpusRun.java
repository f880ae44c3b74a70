package io.ttalloc.it.truth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One run of a program of the corpus under the agent, compared with its truth. */
record CorpusRun(CorpusProgram program, Jdk jdk, JvmResult result, Score score) {
  static CorpusRun of(Path folder, CorpusProgram program, Jdk jdk)
      throws IOException, InterruptedException {
    TrackedRun tracked = TrackedRun.in(folder).quick().rules(program.rules());
    JvmResult result =
        tracked
            .on(jdk)
            .classPath(TestJvm.locationOf(TtAlloc.class))
            .main(program.mainClass())
            .run();
    Path json = tracked.file("report.json");
    if (!Files.exists(json)) {
      throw new AssertionError(program + " has no report: " + result);
    }
    return new CorpusRun(program, jdk, result, Score.of(program, json));
  }

  boolean isRight() {
    return score.isRight();
  }

  @Override
  public String toString() {
    return "%s on %s: %d leaked, %d found, %d false; %s"
        .formatted(
            program,
            jdk,
            score.leaked(),
            score.found(),
            score.falseAlarms(),
            String.join("; ", score.findings()));
  }
}
