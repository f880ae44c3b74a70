package io.ttalloc.it.demo;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One run of a scenario under the agent that has ended, with its dump as text and as JSON.
 *
 * @param result its output; the text is on standard error
 * @param json the same report from its file
 * @param ledgers the folder with what it left
 */
record DemoRun(JvmResult result, JsonReport json, LedgerFolder ledgers) {
  private static final int LEAKS = 23;

  /**
   * Runs a scenario to its end, with its files in a folder of its own. Its status must be that of
   * {@code fail-on=leak}: 23 if a finding of its report is a leak, else its own, 0.
   */
  static DemoRun of(Jdk jdk, Path folder, String... scenario)
      throws IOException, InterruptedException {
    TrackedRun tracked = TrackedRun.in(folder).option("fail-on=leak");
    JvmResult result = tracked.on(jdk).demo(scenario).run();
    JsonReport json = tracked.json();
    boolean leaks = json.findings().stream().anyMatch(f -> f.get("leak").getAsBoolean());
    result.expectStatus(leaks ? LEAKS : 0);
    return new DemoRun(result, json, tracked.ledgers());
  }

  /** The text report without what differs from run to run and from edit to edit. */
  String text() {
    return result
        .err()
        .replaceAll("\\.java:\\d+\\)", ".java:N)")
        .replaceAll("\\(pid \\d+, .*, [0-9.]+ m?s, exit; ", "(pid P, COMMAND, TIME, exit; ")
        .replaceAll("dump \\S+ --format", "dump P --format");
  }
}
