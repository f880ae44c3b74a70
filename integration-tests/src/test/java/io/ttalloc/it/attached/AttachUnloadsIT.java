package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.loading.PluginRounds;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the table of objects whose classes were loaded before the attach: it must not keep a class
 * loader reachable.
 */
@Variant
class AttachUnloadsIT {
  @TempDir private Path folder;

  @EveryJdk
  void loadersUnloadThoughTheirObjectsAreInATable(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    Files.writeString(
        folder.resolve("plugins.yaml"), "schema: tt-alloc-rules/1\nrules:\n" + PluginRounds.RULES);
    try (RunningJvm running = attaching.program(jdk, PluginRounds.class).start()) {
      running.awaitLine("^loaded$");
      attaching
          .attach(
              running,
              "rules=" + folder.resolve("plugins.yaml"),
              "dump=" + folder.resolve("report.json"))
          .expectSuccess();
      attaching.allow("go");

      assertThat(running.awaitEnd().expectSuccess().out())
          .endsWith("\n20 of 20 loaders are gone\n");
    }
    JsonReport report = attaching.json();
    assertThat(report.total("opened")).isEqualTo(5L * PluginRounds.LOADERS);
    assertThat(report.findings())
        .isNotEmpty()
        .allMatch(finding -> finding.get("verdict").getAsString().equals("LOST"));
  }
}
