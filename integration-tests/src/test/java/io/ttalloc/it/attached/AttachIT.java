package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a running program is tracked from the moment the agent is attached. */
@Variant
class AttachIT {

  @TempDir private Path folder;

  /** Resources are opened in one loaded class and closed in its superclass. */
  @EveryJdk
  void findsWhatIsOpenedFromThenOnAndByWhom(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    JvmResult result;
    try (RunningJvm running = attaching.doors(jdk)) {
      JvmResult attached =
          attaching
              .attachFromOutside(running, "rules=rules.yaml", "dump=stderr,report.json")
              .expectSuccess();
      assertThat(attached.out())
          .isEqualTo(
              "tt-alloc: attached to process %d: 2 loaded classes woven, others will be woven when they load; what was opened earlier is unknown; ledger %s (to read it, use tt-alloc ps, top or dump)\n"
                  .formatted(running.pid(), attaching.ledgers().ledgers().get(0)));
      assertThat(attached.err().contains("this is expected")).isEqualTo(jdk.major() >= 21);
      attaching.allow("go");
      running.awaitLine("^opened after$");

      assertThat(attaching.ps()).containsPattern(running.pid() + "  running .* 2 +0 B +-\n");
      JvmResult dumped =
          Monitor.here("dump", attaching.ledgers().ledgers().get(0).toString(), "--format=json")
              .expectSuccess();
      JsonObject process = dumped.json().getAsJsonObject("process");
      assertThat(process.get("ended").getAsString()).isEqualTo("running");
      assertThat(process.get("attachedLate").getAsBoolean()).isTrue();

      attaching.allow("end");
      result = running.awaitEnd().expectSuccess();
    }
    assertThat(result.err())
        .contains("tt-alloc: attach: 2 loaded classes woven, ")
        .contains("tt-alloc: 1 LEAK: 2 open (2 doors), at Doors.openAfter ")
        .contains("confidence MEDIUM: attached late: what was opened earlier is unknown")
        .doesNotContain("NOT JUDGED");
    JsonReport report = attaching.json();
    assertThat(report.total("opened")).isEqualTo(3);
    assertThat(report.total("closed")).isEqualTo(1);
    assertThat(report.misuse()).isEmpty();
    assertThat(report.findings()).hasSize(1);
    assertThat(JsonReport.frames(report.findings().get(0), "openedBy"))
        .anyMatch(frame -> frame.startsWith("Doors.openAfter(Doors.java:"));
    assertThat(attaching.ledgers().read().unknownCloses()).isZero();
  }

  /**
   * A request for help, a mistake in the options, and rules that match nothing do not count as the
   * first attach. The {@code track} option then tracks loaded classes that no rule names.
   */
  @OneJdk
  void itAttachesOnceAlsoToClassesWithoutARuleAndThenOnlySaysSo(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    try (RunningJvm running = attaching.doors(jdk)) {
      changesNothing(attaching, running);
      assertThat(attaching.attach(running, "packs=tt-runtime").expectSuccess().out())
          .isEqualTo(
              "tt-alloc: attached to process %d: no class that a rule names is loaded yet, so there is no ledger yet; tracking starts when the first class is woven\n"
                  .formatted(running.pid()));
      assertThat(attaching.ledgers().fileNames()).isEmpty();

      String track = "track=io.ttalloc.it.attached.*";
      assertThat(attaching.attach(running, track).expectSuccess().out())
          .contains(": 1 loaded class woven, ");
      String ledger = attaching.ledgers().ledgers().get(0).toString();
      assertThat(attaching.attach(running, track).expectSuccess().out())
          .isEqualTo(
              "tt-alloc: nothing changed: process %d is already tracked (attached earlier); ledger %s\n"
                  .formatted(running.pid(), ledger));
      assertThat(attaching.attach(running).expectStatus(1).err())
          .isEqualTo(
              "tt-alloc: nothing changed: process %d is already tracked (attached earlier); ledger %s; the new options are ignored\n"
                  .formatted(running.pid(), ledger));

      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().err())
          .contains("tt-alloc: 1 LEAK: 2 open (2 doors)")
          .doesNotContain("nothing was tracked");
    }
    assertThat(attaching.ledgers().read().process().attachedLate()).isTrue();
  }

  private void changesNothing(Attaching attaching, RunningJvm running) throws Exception {
    assertThat(attaching.attach(running, "help").expectSuccess().out())
        .contains("\n  fail-on=leak|own|undecided|never,...  (TT_ALLOC_FAIL_ON)\n");
    assertThat(attaching.on("detach", running).expectStatus(1).err())
        .endsWith(": the process is not tracked\n");
    assertThat(
            attaching
                .attachFromOutside(running, "rules=rule.yaml,historie=5")
                .expectStatus(1)
                .err())
        .startsWith("tt-alloc: agent argument 'historie=5': unknown option 'historie', expected ")
        .contains("tt-alloc: " + folder + "/rule.yaml")
        .doesNotContain("ignored")
        .endsWith(
            "tt-alloc: cannot attach to process %d: nothing was changed in the process\n"
                .formatted(running.pid()));
    assertThat(attaching.ledgers().fileNames()).isEmpty();
  }

  @OneJdk
  void aProgramThatNeverLoadsAMatchingClassSaysSoAtItsEnd(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    try (RunningJvm running = attaching.doors(jdk)) {
      attaching.attach(running, "packs=tt-runtime").expectSuccess();
      attaching.allow("go");
      attaching.allow("end");

      assertThat(running.awaitEnd().expectSuccess().err())
          .endsWith(
              "tt-alloc: nothing was tracked: no loaded class is named by a rule (packs=tt-runtime)\n");
    }
    assertThat(attaching.ledgers().fileNames()).isEmpty();
  }

  /**
   * The variable that enables the agent was not set when the process started. The command itself
   * may run on a Java runtime without the module jdk.attach. A loaded class cannot get new methods,
   * so weaving cannot add a method that calls the inherited close method.
   */
  @OneJdk
  void aCommandWithoutAJdkStartsAnAgentThatWasKeptOffAndReportsACloseThatCannotBeWoven(Jdk jdk)
      throws Exception {
    Attaching attaching = Attaching.in(folder);
    String ofDoor = Door.RULES.replace("Frame\n    subtypes: true", "Door");
    assertThat(ofDoor).contains("attached.Door\n    type: door");
    Files.writeString(folder.resolve("door.yaml"), ofDoor);
    TestJvm program =
        TestJvm.on(jdk)
            .main(Doors.class, folder.toString())
            .withoutEnvironment("TT_ALLOC_TRACKING_ENABLED");
    try (RunningJvm running = program.start()) {
      running.awaitLine("^opened before$");
      JvmResult attached =
          Attaching.withoutNote(
              attaching
                  .jvm("attach", Long.toString(running.pid()), "rules=door.yaml")
                  .jvmFlags("--limit-modules=java.se")
                  .run()
                  .expectSuccess());
      assertThat(attached.out()).contains(": 1 loaded class woven, ");
      assertThat(attached.err())
          .startsWith(
              "tt-alloc: %s/door.yaml:6:13: io.ttalloc.it.attached.Door inherits 'shut' from io.ttalloc.it.attached.Frame, where it is not tracked (io.ttalloc.it.attached.Door was loaded before the agent)"
                  .formatted(folder));
      assertThat(attaching.ledgers().ledgers()).hasSize(1);
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().err())
          .contains("tt-alloc: NOT JUDGED. 3 resources still open, all UNSEEN_CLOSE ");
    }
  }

  /** Attaching to a process that was started with the agent does not disturb its tracking. */
  @OneJdk
  void aProcessThatWasStartedWithTheAgentIsTrackedAsBefore(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    TestJvm program =
        TestJvm.on(jdk)
            .agentOptions("rules=" + folder.resolve("rules.yaml"))
            .environment("TT_ALLOC_DIR", attaching.ledgers().path().toString())
            .main(Doors.class, folder.toString());
    try (RunningJvm running = program.start()) {
      running.awaitLine("^opened before$");
      assertThat(attaching.attach(running, "capture=none").expectStatus(1).err())
          .contains(" is already tracked (since its start); ledger ")
          .endsWith("; the new options are ignored\n");
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().err())
          .contains("tt-alloc: 2 LEAKS: 3 open (3 doors), worst Doors.openAfter ")
          .contains("confidence HIGH: attached at start, 0 events dropped");
    }
  }

  /** Other tools can load the agent too, but they cannot receive a reply. */
  @OneJdk
  void aToolOfTheJdkLoadsItWithItsOptions(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    // Quoted, because jcmd would treat the text before '=' as a name.
    String options =
        "\"rules=%s,%s\"".formatted(folder.resolve("rules.yaml"), attaching.ledgers().option());
    try (RunningJvm running = attaching.doors(jdk)) {
      Process jcmd =
          new ProcessBuilder(
                  jdk.home().resolve("bin/jcmd").toString(),
                  Long.toString(running.pid()),
                  "JVMTI.agent_load",
                  Repository.agentJar().toString(),
                  options)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("jcmd.out").toFile())
              .start();
      assertThat(jcmd.waitFor()).isZero();
      assertThat(folder.resolve("jcmd.out")).content().contains("return code: 0");
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().err()).contains("tt-alloc: 1 LEAK: 2 open (2 doors)");
    }
    assertThat(attaching.ledgers().read().process().attachedLate()).isTrue();
  }
}
