package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the agent's records of a plug-in's resources do not keep the plug-in's class loader
 * reachable.
 */
@Variant
class UnloadingIT {
  @TempDir private Path folder;

  @EveryJdk
  void loadersUnloadWhateverTheirPluginsHaveDone(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(PluginRounds.RULES);

    JvmResult result = tracked.on(jdk).main(PluginRounds.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("20 of 20 loaders are gone\n");
    JsonReport json = tracked.json();
    // A shelf and four parts; the fifth part was never opened, because its constructor threw.
    assertThat(json.total("opened")).isEqualTo(5L * PluginRounds.LOADERS);
    assertThat(json.total("closed")).isEqualTo(2L * PluginRounds.LOADERS);
    assertThat(json.findings())
        .isNotEmpty()
        .allMatch(finding -> finding.get("verdict").getAsString().equals("LOST"));
    assertThat(json.misuse())
        .extracting((JsonObject misuse) -> misuse.get("kind").getAsString())
        .contains("USE_AFTER_CLOSE", "CLOSE_FAILED");
  }
}
