package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests tracking without user-written rules: by package, and by the packs of loaded libraries. */
class TrackIT {
  private static final String OTHERS = "no loaded class that matches it is AutoCloseable";

  @TempDir Path folder;

  /** Each kind of class is a type of its own; subclasses outside the package are not tracked. */
  @OneJdk
  void tracksTheAutoCloseableClassesOfAPackageOfEveryKind(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).option("track=io.ttalloc.it.input.*").option("track=com.acme.**");
    Path outside = compiled("Outside", "package outside; public class Outside extends %s {}");

    JvmResult result =
        tracked.on(jdk).classPath(outside).main(TrackedKinds.class).run().expectSuccess();

    List<String> found = new ArrayList<>();
    for (JsonObject finding : tracked.json().findings()) {
      found.add(finding.get("type").getAsString() + " " + finding.get("count"));
    }
    assertThat(found)
        .as(result.err())
        .containsExactlyInAnyOrder("base 1", "inner 1", "nested heir 1");
    // One object of each tracked kind has been closed.
    assertThat(tracked.json().total("opened")).isEqualTo(6);
    assertThat(tracked.json().total("closed")).isEqualTo(3);
    assertThat(tracked.json().misuse()).isEmpty();
    assertThat(result.err().lines().filter(line -> line.contains("track")))
        .singleElement(STRING)
        .startsWith("tt-alloc: track=com.acme.** tracked nothing: " + OTHERS);
  }

  /** Compiles one class outside the package, and returns the folder of its class file. */
  private Path compiled(String name, String source) throws IOException {
    Path sources = Files.createDirectory(folder.resolve("outside"));
    Path file = sources.resolve(name + ".java");
    Files.writeString(file, source.formatted(TrackedKinds.NestedHeir.class.getCanonicalName()));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-cp",
                    TestJvm.locationOf(TrackedKinds.class).toString(),
                    "-d",
                    sources.toString(),
                    file.toString()))
        .isZero();
    return sources;
  }

  @Variant
  @Test
  void whatIsExcludedIsNotTracked() throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .option("track=io.ttalloc.it.input.*")
            .option("exclude=io.ttalloc.it.input.RunsOn$Thing");

    assertThat(RunsOn.errorLines(tracked.on(Jdks.ofThisBuild())))
        .containsExactly(
            "tt-alloc: nothing was tracked: no loaded class is named by a rule, and no loaded AutoCloseable class matches 'track' (track=io.ttalloc.it.input.*); 'track' alone turns all packs off; to use them too, add packs=auto");
  }

  @Variant
  @OneJdk
  void autoChoosesEveryPack(Jdk jdk) throws Exception {
    TrackedRun taken = TrackedRun.in(folder).option("packs=auto");

    JvmResult result = taken.on(jdk).demo("mesh").run().expectStatus(0);

    assertThat(result.err()).doesNotContain("NOT JUDGED");
    // The totals also count the resources that the JDK packs track.
    assertThat(taken.json().device(0, "DRAM"))
        .isEqualTo(SharedDemoRuns.of(jdk, "mesh").json().device(0, "DRAM"));
    // The totals do not count what the agent opens to read the pack.
    assertThat(taken.json().root().toString()).doesNotContain("CompiledPacks");
  }

  @Variant
  @OneJdk
  void withoutLibrariesNothingButTheJdkIsTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    assertThat(RunsOn.errorLines(tracked.on(jdk)))
        .singleElement()
        .asString()
        .matches(
            "tt-alloc: (clean\\. .*|nothing was tracked: no loaded class is named by a rule \\(packs=auto\\))");
  }
}
