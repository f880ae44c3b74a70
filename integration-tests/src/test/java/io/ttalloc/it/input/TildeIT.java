package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests paths that begin with {@code ~/}. A shell does not expand the tilde inside a word, so the
 * agent and the command line must do so.
 */
@Variant
class TildeIT {

  @TempDir private Path home;

  @OneJdk
  void isTheHomeForTheAgentAndForTheCommandLine(Jdk jdk) throws Exception {
    Path work = Files.createDirectory(home.resolve("work"));
    Files.writeString(
        home.resolve("rules.yaml"),
        "schema: tt-alloc-rules/1\nrules:\n  - {class: %s, type: kept, open: [<init>]}\n"
            .formatted(Keeps.class.getName()));
    Files.writeString(home.resolve("s.yaml"), "- {reason: known, type: kept}\n");

    in(work, jdk)
        .agentOptions("rules=~/rules.yaml,dump=~/%p.json,suppress=~/s.yaml")
        .main(Keeps.class)
        .run()
        .expectSuccess();

    String pid = new LedgerFolder(home.resolve("ledgers")).fileNames().get(0).split("-", -1)[0];
    assertThat(home.resolve(pid + ".json")).content().contains("\"suppressedBy\": \"known (");

    monitor(work, "dump", pid, "-o=~/again.json").run().expectSuccess();
    assertThat(home.resolve("again.json")).exists();
    assertThat(monitor(work, "diff", "~/again.json", pid).run().expectSuccess().out())
        .startsWith("tt-alloc: 1 unchanged (" + home.resolve("again.json") + " -> ");
    TestJvm verify =
        monitor(work, "verify", "--suppress=~/s.yaml", "--baseline=~/again.json", "--", "true");
    assertThat(verify.run().expectStatus(24).err()).startsWith("tt-alloc: no JVM was tracked: ");
    assertThat(work).isEmptyDirectory();
  }

  private TestJvm monitor(Path work, String... args) {
    return in(work, Jdks.ofThisBuild()).monitor(args);
  }

  private TestJvm in(Path work, Jdk jdk) {
    return TestJvm.on(jdk)
        .directory(work)
        .environment("HOME", home.toString())
        .environment("TT_ALLOC_DIR", "~/ledgers");
  }

  /** Opens an instance of itself and keeps it open. */
  static final class Keeps {
    static final List<Keeps> KEPT = new ArrayList<>();

    public static void main(String[] args) {
      KEPT.add(new Keeps());
    }
  }
}
