package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;

/** Tests the JDK packs in a program that used files and sockets before the agent was attached. */
@Variant
class AttachToJdkIT {
  private static final String OWN_LINE = "UsesTheJdk.leaveOpen(UsesTheJdk.java:";

  @TempDir private Path folder;

  /**
   * Resources opened before the attach, resources of the agent, and resources that were being
   * opened during the attach must not be reported.
   */
  @EveryJdk
  void findsTheFileThatIsLeftOpenAndNothingElse(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    JvmResult result;
    try (RunningJvm running = start(jdk)) {
      attaching.attach(running, "packs=auto", "holders=true", attaching.reports()).expectSuccess();
      attaching.allow("go");
      running.awaitLine("^opened after$");
      attaching.allow("end");
      result = running.awaitEnd().expectSuccess();
    }
    assertThat(result.err())
        .contains("tt-alloc: 1 LEAK: 1 open (1 file), at UsesTheJdk.leaveOpen ")
        .doesNotContain("Exception");
    JsonReport report = attaching.json();
    assertThat(report.confidenceReasons())
        .filteredOn(reason -> !reason.startsWith("Cleaners"))
        .containsExactly("attached late: what was opened earlier is unknown");
    assertThat(report.misuse()).isEmpty();
    assertThat(report.total("opened")).as("all types").isGreaterThan(60);
    List<JsonObject> leaks =
        report.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
    assertThat(leaks).hasSize(1);
    assertThat(JsonReport.frames(leaks.get(0), "openedBy"))
        .anyMatch(frame -> frame.startsWith(OWN_LINE));
    LedgerImage image = attaching.ledgers().read();
    assertThat(image.unknownCloses()).isZero();
    assertThat(image.dropped()).isZero();
    assertThat(image.tallies().values())
        .as("of the agent itself")
        .noneMatch(AttachToJdkIT::isOfTheAgent);
  }

  @OneJdk
  void nothingIsRecordedOnceItIsDetached(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    try (RunningJvm running = start(jdk)) {
      attaching.attach(running, "packs=jdk-files,jdk-net").expectSuccess();
      attaching.allow("go");
      running.awaitLine("^opened after$");
      attaching.on("detach", running).expectSuccess();
      long opened = opened(attaching.ledgers().read());
      attaching.allow("end");
      assertThat(running.awaitEnd().expectSuccess().err()).doesNotContain("Exception", "LEAK");

      LedgerImage image = attaching.ledgers().read();
      assertThat(image.process().ended()).isEqualTo(ProcessEntry.Ended.DETACHED);
      assertThat(opened(image)).isEqualTo(opened).isGreaterThan(60);
      List<SlotEntry> live = new ArrayList<>();
      image.forEachSlot(live::add);
      assertThat(live)
          .filteredOn(slot -> !slot.infrastructure() && slot.tally().type().name().equals("file"))
          .hasSize(1);
      assertThat(image.unknownCloses()).isZero();
    }
  }

  private RunningJvm start(Jdk jdk) throws Exception {
    Files.writeString(folder.resolve("file"), "text");
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("file.jar")))) {
      jar.putNextEntry(new ZipEntry("entry"));
    }
    RunningJvm running =
        TestJvm.on(jdk)
            .withoutAgent()
            .classPath(Repository.apiJar(), Repository.demoJar())
            .main(UsesTheJdk.class, folder.toString(), TtAlloc.class.getName())
            .start();
    running.awaitLine("^opened before$");
    return running;
  }

  private static boolean isOfTheAgent(TallyEntry tally) {
    return tally.stack().stream()
        .anyMatch(
            frame ->
                frame.className().startsWith("io.ttalloc.")
                    && !frame.className().startsWith("io.ttalloc.it."));
  }

  private static long opened(LedgerImage image) {
    return image.tallies().values().stream().mapToLong(TallyEntry::opened).sum();
  }
}
