package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tracking can be ended while the program runs. */
class DetachIT {

  private static final String[] OF_A_START = {
    "io.ttalloc.agent.AgentStart", "io.ttalloc.agent.loading.LoadWatch", "agent.weave.Weaving"
  };

  @TempDir private Path folder;

  /** Openings and closes after the detach are not recorded. */
  @EveryJdk
  void endsTrackingAndKeepsTheLedger(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    try (RunningJvm running = attaching.doors(jdk)) {
      attaching.attach(running, attaching.rules(), attaching.reports()).expectSuccess();
      attaching.allow("go");
      running.awaitLine("^opened after$");
      String pid = Long.toString(running.pid());
      Path ledger = attaching.ledgers().ledgers().get(0);

      assertThat(attaching.on("detach", running).expectSuccess().out())
          .isEqualTo(
              "tt-alloc: detached from process %d: tracking has ended; the process keeps running and will write no report at exit; ledger %s\n"
                  .formatted(running.pid(), ledger));
      assertThat(attaching.ps()).containsPattern(running.pid() + "  detached .* 2 +0 B +-\n");
      assertThat(attaching.attach(running, attaching.rules()).expectStatus(1).err())
          .isEqualTo(
              "tt-alloc: cannot attach to process %d: tracking was ended by detach, and a process can be tracked only once; what was tracked until then is in %s; restart the process to track it again\n"
                  .formatted(running.pid(), ledger));
      assertThat(attaching.jvm("mark", pid, "late").run().expectStatus(1).err())
          .contains(
              "process " + running.pid() + " is no longer tracked, expected a tracked process;");

      attaching.allow("more");
      attaching.allow("end");
      JvmResult result = running.awaitEnd().expectSuccess();
      assertThat(result.err())
          .contains("tt-alloc: detach: tracking has ended; ")
          .doesNotContain("LEAK", "NOT JUDGED", "Active allocations");
    }
    assertThat(folder.resolve("report.json")).doesNotExist();
    LedgerImage image = attaching.ledgers().read();
    assertThat(image.process().ended()).isEqualTo(ProcessEntry.Ended.DETACHED);
    assertThat(image.tallies().values())
        .singleElement()
        .matches(before -> before.opened() == 3 && before.closed() == 1);
    assertThat(image.unknownCloses()).isZero();
    JvmResult dumped =
        Monitor.here("dump", attaching.ledgers().ledgers().get(0).toString(), "--format=json");
    JsonObject report = dumped.expectSuccess().json();
    assertThat(report.getAsJsonObject("process").get("ended").getAsString()).isEqualTo("detached");
    assertThat(report.getAsJsonObject("process").get("confidenceReasons").toString())
        .contains("tracking was ended by detach at 20");
    assertThat(report.getAsJsonArray("findings"))
        .singleElement()
        .matches(finding -> finding.getAsJsonObject().get("verdict").getAsString().equals("OPEN"));
  }

  /**
   * The run was supposed to fail if it leaked. After the detach, openings and closes are not
   * recorded, so it is no longer known what leaks.
   */
  @Variant
  @OneJdk
  void aProcessThatWasToFailForALeakEndsWithoutAJudgement(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    TrackedRun tracked =
        TrackedRun.in(folder)
            .option("rules=" + folder.resolve("rules.yaml"))
            .option("fail-on=leak");
    try (RunningJvm running = tracked.on(jdk).main(Doors.class, folder.toString()).start()) {
      running.awaitLine("^opened before$");
      attaching.on("detach", running).expectSuccess();
      attaching.allow("go");
      attaching.allow("end");

      assertThat(running.awaitEnd().expectStatus(24).err())
          .contains("tracking was ended by detach");
    }
    // The two doors opened before the detach were opened on different lines.
    assertThat(tracked.ledgers().read().tallies().values())
        .hasSize(2)
        .allMatch(before -> before.opened() == 1 && before.closed() == 0);
  }

  /** Without the agent there is nothing to detach from. */
  @Variant
  @OneJdk
  void attachingAndDetachingOftenLeavesNothingEachTime(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    Files.writeString(
        folder.resolve("none.yaml"),
        Door.RULES.replace("io.ttalloc.it.attached.Frame", "com.acme.Nowhere"));
    try (RunningJvm running = attaching.doors(jdk)) {
      assertThat(attaching.on("detach", running).expectStatus(1).err())
          .isEqualTo(
              "tt-alloc: cannot detach from process %d: the process is not tracked\n"
                  .formatted(running.pid()));
      for (int i = 0; i < 2; i++) {
        attaching.attach(running, "rules=" + folder.resolve("none.yaml")).expectSuccess();
        assertThat(attaching.on("detach", running).expectSuccess().out())
            .contains("nothing has been tracked, and nothing will be");
      }
      // Counts after a full collection.
      Process jcmd =
          new ProcessBuilder(
                  jdk.home().resolve("bin/jcmd").toString(),
                  Long.toString(running.pid()),
                  "GC.class_histogram")
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("jcmd.out").toFile())
              .start();
      assertThat(jcmd.waitFor()).isZero();
      String counts = Files.readString(folder.resolve("jcmd.out"));
      assertThat(counts).contains("io.ttalloc.it.attached.Door").doesNotContain(OF_A_START);
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().expectSuccess().err()).doesNotContain("nothing was tracked:");
    }
  }
}
