package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that the packs do not blame a program for resources that the JDK opens for itself. */
@Variant
@Execution(ExecutionMode.CONCURRENT)
class OrdinaryProgramIT {
  @TempDir private Path folder;

  @EveryJdk
  void isNotAccused(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto").option("holders=true");

    JsonReport json =
        run(tracked, tracked.on(jdk).classPath(Repository.apiJar(), Repository.demoJar()));

    assertThat(leaks(json)).isEmpty();
    // Later JDKs create this buffer differently.
    assertThat(json.findings("direct buffer"))
        .as("what channels keep for each thread")
        .hasSize(jdk.major() == 17 ? 1 : 0)
        .allMatch(finding -> finding.get("verdict").getAsString().equals("INFRASTRUCTURE"));
  }

  /**
   * The JDK reads the class {@code TtAlloc} through a module reader. JDK 17 itself has a leak: it
   * never closes the folder with the recorder's settings.
   */
  @OneJdk
  void isNotAccusedOfJarsOnTheModulePathAndARecordingOfTheFlightRecorder(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");

    JsonReport json =
        run(
            tracked,
            tracked
                .on(jdk)
                .jvmFlags("-p", Repository.apiJar().toString(), "--add-modules", "ALL-MODULE-PATH")
                .jvmFlags("-XX:StartFlightRecording:filename=" + tracked.file("own.jfr")));

    assertThat(leaks(json)).isEmpty();
  }

  /**
   * The JDK loads installed providers once and keeps them; other instances belong to the program.
   */
  @OneJdk
  void isNotAccusedOfWhatInstalledProvidersOfFileSystemsKeep(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files,jdk-threads");
    Path services = Files.createDirectories(tracked.file("path/META-INF/services"));
    Files.writeString(
        services.resolve(FileSystemProvider.class.getName()), InstalledProvider.class.getName());

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(tracked.file("path"))
            .main(InstalledProvider.class)
            .run()
            .expectSuccess();

    assertThat(result.out().lines()).filteredOn("kept-false"::equals).hasSize(2);
    assertThat(tracked.json().findings("executor"))
        .extracting(finding -> finding.get("verdict").getAsString())
        .containsExactlyInAnyOrder("INFRASTRUCTURE", "LEFT_OPEN");
  }

  @EveryJdk
  void isNotAccusedOfWhatHttpKeeps(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files,jdk-net,jdk-threads");

    JvmResult result = tracked.on(jdk).main(HttpRounds.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(leaks(json)).as(result.err()).isEmpty();
    assertThat(json.misuse()).as(result.err()).isEmpty();
    assertThat(json.total("opened")).as("both sides of connections").isGreaterThan(4);
  }

  /** Reports one leak and the program's own executor, but not the selector and timer of the JDK. */
  @OneJdk
  void isAccusedOnceOfAServerThatItLeavesOpen(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files,jdk-net,jdk-threads");

    tracked.on(jdk).main(HttpRounds.class, "leaving").run().expectSuccess();

    assertThat(leaks(tracked.json()))
        .extracting(leak -> leak.get("type").getAsString())
        .containsExactlyInAnyOrder("server socket channel", "executor");
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  private static JsonReport run(TrackedRun tracked, TestJvm jvm) throws Exception {
    Path own = Files.createDirectory(tracked.file("own")).toRealPath();

    JvmResult result =
        jvm.main(OrdinaryProgram.class, own.toString(), TtAlloc.class.getName())
            .run()
            .expectSuccess();

    JsonReport json = tracked.json();
    if (leaks(json).isEmpty()) {
      assertThat(result.err()).as("whatever the JDK keeps").startsWith("tt-alloc: NO LEAK. ");
      assertThat(json.findings())
          .filteredOn(finding -> !finding.get("verdict").getAsString().equals("INFRASTRUCTURE"))
          .as("the loader that it drops as containers do")
          .allMatch(finding -> finding.get("type").getAsString().equals("class loader"))
          .hasSize(1);
    }
    assertThat(json.total("opened")).isGreaterThan(20);
    assertThat(json.findings("file"))
        .as("what SecureRandom keeps")
        .isNotEmpty()
        .allMatch(finding -> finding.get("verdict").getAsString().equals("INFRASTRUCTURE"));
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    return json;
  }
}
