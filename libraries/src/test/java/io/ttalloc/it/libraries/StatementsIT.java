package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a statement is a separate resource, whatever happens to its result sets. */
class StatementsIT {
  @TempDir private Path folder;

  @EveryJdk
  void aStatementIsLostThoughItsResultSetsWereClosed(Jdk jdk) throws Exception {
    assertThat(leaks(jdk, "leak"))
        .singleElement()
        .satisfies(
            leak -> {
              assertThat(leak.get("type").getAsString()).isEqualTo("statement");
              assertThat(leak.get("verdict").getAsString()).isEqualTo("LOST");
              assertThat(leak.get("count").getAsInt()).isEqualTo(6);
              assertThat(leak.get("fix").getAsString())
                  .startsWith("call close() on the Statement that ")
                  .contains(" returned to StatementOfEachQuery.query(");
            });
  }

  @EveryJdk
  void aStatementThatIsClosedIsNoLeak(Jdk jdk) throws Exception {
    assertThat(leaks(jdk, "mended")).isEmpty();
  }

  private List<JsonObject> leaks(Jdk jdk, String variant) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto");
    tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .main(StatementOfEachQuery.class, variant)
        .run()
        .expectSuccess();
    return tracked.json().findings().stream()
        .filter(finding -> finding.get("leak").getAsBoolean())
        .toList();
  }
}
