package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a ledger judged after its process has ended gets the same verdicts as the dump at
 * exit.
 */
@Variant
class JudgedLaterIT {

  @TempDir private Path folder;

  @OneJdk
  void whatTheHeapToldAtExitIsKnownAfterwards(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES).option("holders=auto");
    JvmResult result = tracked.on(jdk).main(EndsInATry.class).run().expectSuccess();
    assertThat(result.err())
        .startsWith("tt-alloc: 1 LEAK: ")
        .contains(
            "LEFT_OPEN, a leak: 1 entry", "IN_USE, not a leak: 1 entry", "kept     by static");

    Path ledger = tracked.ledgers().ledgers().get(0);
    String later = Monitor.here("dump", ledger.toString(), "--all").expectSuccess().out();

    assertThat(findings(later)).isEqualTo(findings(result.err()));
    assertThat(Monitor.here("dump", ledger.toString(), "--fail-on=leak").exitStatus())
        .isEqualTo(23);
    Path heap = ledger.resolveSibling(ledger.getFileName().toString().replace(".ledger", ".heap"));
    assertThat(heap).isRegularFile();

    // Without the heap, only the stacks remain: it is unknown what keeps the leak, and the report
    // says that it guesses.
    Files.delete(heap);
    assertThat(Monitor.here("dump", ledger.toString(), "--all").expectSuccess().out())
        .startsWith("tt-alloc: 1 LEAK: ")
        .contains("a guess from stacks, since the heap was not examined")
        .doesNotContain("kept     by static");
  }

  @OneJdk
  void aGateFailsForWhatOnlyTheHeapCouldTell(Jdk jdk) throws Exception {
    assertThat(
            Monitor.jvm(
                    "verify",
                    "--",
                    jdk.home().resolve("bin/java").toString(),
                    "-cp",
                    TestJvm.locationOf(EndsInATry.class).toString(),
                    EndsInATry.class.getName())
                .jvmFlags("-Djava.io.tmpdir=" + folder)
                .environment(
                    "TT_ALLOC_RULES",
                    TrackedRun.in(folder).rules(Session.RULES).ruleFile().toString())
                .run()
                .expectStatus(23)
                .out())
        .startsWith("tt-alloc: verify failed: 1 leak in 1 of 1 JVM, 2 opened");
  }

  private static String findings(String report) {
    int from = report.indexOf("\n\n");
    return report.substring(from, report.indexOf("\nActive allocations", from));
  }

  /** Ends inside a try statement whose resource is in use, and keeps another resource open. */
  static final class EndsInATry {
    private static final List<Session> KEPT = new ArrayList<>();

    private EndsInATry() {}

    private static void leak() {
      KEPT.add(new Session(8));
    }

    public static void main(String[] args) {
      leak();
      try (Session used = new Session(9)) {
        System.exit(used.size() - 9);
      }
    }
  }
}
