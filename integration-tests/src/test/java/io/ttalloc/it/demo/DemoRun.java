package io.ttalloc.it.demo;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One run of a scenario under the agent that has ended, with its dump as text and as JSON.
 *
 * @param result its output; the text is on standard error
 * @param json the same report from its file
 * @param ledgers the folder with what it left
 */
record DemoRun(JvmResult result, JsonReport json, LedgerFolder ledgers) {

  /** Runs a scenario to its end, with its files in a folder of its own. */
  static DemoRun of(Jdk jdk, Path folder, String... scenario)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "run");
    LedgerFolder ledgers = new LedgerFolder(own.resolve("ledgers"));
    JvmResult result =
        TestJvm.on(jdk)
            .agentOptions("dump=stderr," + own.resolve("x.json") + "," + ledgers.option())
            .demo(scenario)
            .run()
            .expectSuccess();
    return new DemoRun(result, JsonReport.read(own.resolve("x.json")), ledgers);
  }

  /** The text report without what differs from run to run and from edit to edit. */
  String text() {
    return result
        .err()
        .replaceAll("\\.java:\\d+\\)", ".java:N)")
        .replaceAll("\\(pid \\d+, .*, [0-9.]+ m?s, exit; ", "(pid P, COMMAND, TIME, exit; ")
        .replaceAll("dump \\d+ --format", "dump P --format");
  }
}
