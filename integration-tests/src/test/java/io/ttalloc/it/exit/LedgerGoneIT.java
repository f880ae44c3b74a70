package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Tests what happens if the ledger of a running process is removed or replaced. */
@Variant
class LedgerGoneIT {
  private static final String LEAK = "tt-alloc: 1 LEAK: 1 open (1 handle), at ";

  @TempDir private Path folder;

  @OneJdk
  void oneThatWasRemovedIsReportedInFullAndNotSaidToBeKept(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, jdk, "leak", "remove").expectStatus(23);

    assertThat(result.err())
        .startsWith(LEAK)
        .contains("\nconfidence HIGH: ")
        .containsPattern(
            "\ntt-alloc: the ledger \\S+ was removed while the process ran; this report is the only record of the run\n")
        .doesNotContain("more: ")
        .doesNotContain("kept");
    assertThat(tracked.json().findings()).hasSize(1);
  }

  @OneJdk
  void oneThatWasReplacedIsReportedInFullAndTheOtherFileStays(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, jdk, "leak", "replace").expectStatus(23);

    assertThat(result.err())
        .startsWith(LEAK)
        .containsPattern(
            "\ntt-alloc: the ledger \\S+ was replaced by another file while the process ran; this report is the only record of the run\n")
        .doesNotContain("more: ");
    assertThat(tracked.ledgers().ledgers())
        .singleElement()
        .satisfies(other -> assertThat(other).hasContent("something else"));
  }

  @OneJdk
  void aCleanRunIsCleanWithoutItAndTouchesNoOtherFile(Jdk jdk) throws Exception {
    for (String how : List.of("remove", "replace")) {
      TrackedRun tracked = tracked();

      JvmResult result = run(tracked, jdk, "close", how).expectStatus(0);

      assertThat(result.err())
          .isEqualTo("tt-alloc: clean. 1 opened, 1 closed, Active allocations: 0\n");
      assertThat(tracked.ledgers().ledgers()).hasSize(how.equals("replace") ? 1 : 0);
    }
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).rules(Handle.RULES).option("fail-on=leak");
  }

  private static JvmResult run(TrackedRun tracked, Jdk jdk, String what, String how)
      throws Exception {
    return tracked.on(jdk).main(Loses.class, what, how, tracked.ledgers().path().toString()).run();
  }

  /** Leaves a handle open or closes it, and removes or replaces the ledger of its own process. */
  static final class Loses {
    private static final List<Handle> OPEN = new ArrayList<>();

    private Loses() {}

    public static void main(String[] args) throws IOException {
      Handle handle = new Handle();
      if (args[0].equals("leak")) {
        OPEN.add(handle);
      } else {
        handle.close();
      }
      try (Stream<Path> files = Files.list(Path.of(args[2]))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".ledger")).toList()) {
          Files.delete(file);
          if (args[1].equals("replace")) {
            Files.writeString(file, "something else");
          }
        }
      }
    }
  }
}
