package io.ttalloc.it.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A completed run of a demo scenario under the agent, with its report as text and as JSON.
 *
 * @param result the output of the run; the text report is on standard error
 * @param json the JSON report, read from its file
 * @param ledgers the folder with the ledger that the run left
 * @param classes the classes that the run loaded
 */
public record DemoRun(
    JvmResult result, JsonReport json, LedgerFolder ledgers, ClassLoadLog classes) {
  private static final int LEAKS = 23;

  /**
   * Runs a scenario to its end, with its files in the given folder. The exit status must agree with
   * {@code fail-on=leak}: 23 if a finding of the report is a leak, else 0, the status of the
   * scenario.
   */
  public static DemoRun in(Path folder, Jdk jdk, String... scenario)
      throws IOException, InterruptedException {
    TrackedRun tracked = TrackedRun.in(folder);
    return read(tracked, run(tracked, jdk, scenario));
  }

  static JvmResult run(TrackedRun tracked, Jdk jdk, String... scenario)
      throws InterruptedException {
    return tracked
        .option("fail-on=leak")
        .on(jdk)
        .jvmFlags(classes(tracked).flag())
        .demo(scenario)
        .run();
  }

  private static ClassLoadLog classes(TrackedRun tracked) {
    return new ClassLoadLog(tracked.file("classes.log"));
  }

  /** Reads the files that a run left behind, and checks its exit status. */
  static DemoRun read(TrackedRun tracked, JvmResult result) throws IOException {
    JsonReport json = tracked.json();
    boolean leaks = json.findings().stream().anyMatch(f -> f.get("leak").getAsBoolean());
    result.expectStatus(leaks ? LEAKS : 0);
    // The report on stderr and the file count the same leaks.
    long counted = json.root().getAsJsonObject("summary").get("leaks").getAsLong();
    String headline = "tt-alloc: " + counted + (counted == 1 ? " LEAK: " : " LEAKS: ");
    assertThat(result.err()).contains(leaks ? headline : "tt-alloc: ");
    assertThat(counted > 0).isEqualTo(leaks);
    return new DemoRun(result, json, tracked.ledgers(), classes(tracked));
  }

  /** The text report, without the parts that vary between runs or change with the sources. */
  public String text() {
    return result
        .err()
        .replaceAll("\\.java:\\d+\\)", ".java:N)")
        .replaceAll("\\(pid \\d+, .*, [0-9.]+ m?s, exit; ", "(pid P, COMMAND, TIME, exit; ")
        .replace(Repository.launcher(), "./tt-alloc")
        .replaceAll("dump \\S+ --format", "dump P --format");
  }
}
