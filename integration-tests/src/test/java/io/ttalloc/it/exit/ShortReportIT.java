package io.ttalloc.it.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the report without options, for 157 resources left open for five reasons. */
class ShortReportIT {
  private static final List<String> CAUSES =
      List.of("readConfig", "names", "parse", "call", "cached");

  @TempDir private Path folder;

  private static TestJvm shop(TrackedRun tracked, Jdk jdk, Path folder) {
    return tracked
        .on(jdk)
        .withoutEnvironment("TT_ALLOC_HOLDERS")
        .main(Shop.class, folder.toString());
  }

  @EveryJdk
  void fitsOnAScreenAndBeginsWithTheLinesThatLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    List<String> report =
        shop(tracked, jdk, folder).shortText().run().expectSuccess().err().lines().toList();

    assertThat(report).hasSizeLessThanOrEqualTo(60);
    assertThat(report.get(0)).startsWith("tt-alloc: 5 LEAKS: 157 open (");
    for (String cause : CAUSES) {
      assertThat(report.subList(0, 6))
          .as(cause)
          .anyMatch(line -> line.contains(" Shop." + cause + "(Shop.java:"));
    }
    List<List<String>> leaks = paragraphs(report).subList(1, 6);
    for (List<String> leak : leaks) {
      assertThat(leak)
          .hasSizeLessThanOrEqualTo(12)
          .anyMatch(line -> line.contains("<- your code"))
          .anyMatch(line -> line.startsWith("     fix "));
    }
    assertThat(report).noneMatch(line -> line.startsWith("lifetimes"));
  }

  @Variant
  @Test
  void theOtherFormHasAll() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    String exit =
        shop(tracked, Jdks.ofThisBuild(), folder)
            .shortText()
            .environment("TT_ALLOC_TEXT", "full")
            .run()
            .expectSuccess()
            .err();
    String later =
        Monitor.here("dump", "--all", tracked.ledgers().ledgers().get(0).toString())
            .expectSuccess()
            .out();

    assertThat(exit).contains("\nlifetimes of closed resources", "\nActive allocations: ");
    assertThat(later).contains("\nlifetimes of closed resources", "\nActive allocations: ");
    assertThat(exit.lines()).hasSizeGreaterThan(60);
  }

  private static List<List<String>> paragraphs(List<String> lines) {
    List<List<String>> all = new ArrayList<>(List.of(new ArrayList<>()));
    for (String line : lines) {
      if (line.isEmpty()) {
        all.add(new ArrayList<>());
      } else {
        all.get(all.size() - 1).add(line);
      }
    }
    return all;
  }
}
