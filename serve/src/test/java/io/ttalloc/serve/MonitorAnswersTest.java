package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.serve.page.PageFiles;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ledgers.SampleLedger;
import io.ttalloc.watch.natives.NativeState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorAnswersTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private String get(String path, @Nullable String policy, boolean gone) throws IOException {
    SampleLedger.of(folder, 7, NOON, "java -jar a.jar").open("file", 1).ended(2);
    try (MachineWatch watch = new MachineWatch(List.of(folder), 1.0)) {
      MachineState state = watch.judged((number, count) -> {});
      if (gone) {
        Files.delete(state.processes().get(0).ledger());
      }
      JudgedReports reports = new JudgedReports();
      HttpAnswer answer =
          new MonitorAnswers(
                  () -> state,
                  MetricSnapshots::new,
                  PageFiles.load(false),
                  reports,
                  new ApiAnswers(
                      List.of(folder),
                      () -> state,
                      () -> NativeState.NONE,
                      reports,
                      InstantSource.system()))
              .apply(Request.of(path, null));
      assertThat(answer.headers().get("Content-Security-Policy")).isEqualTo(policy);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      answer.body().write(content);
      return content.toString(UTF_8);
    }
  }

  @Test
  void thePageHoldsNoDataAndHasItsPolicy() throws IOException {
    assertThat(get("/", PageFiles.POLICY, false))
        .startsWith("<!DOCTYPE html>")
        .doesNotContain("a.jar");
  }

  @Test
  void theInterfacesHaveTheDataAndTheStrictestPolicy() throws IOException {
    assertThat(get("/api/state", null, false)).contains("a.jar");
  }

  /** The page contains the hashes of its own scripts. */
  @Test
  void onlyAReportThatIsAPageMayRunItsScripts() throws IOException {
    assertThat(get("/processes/7/report.html", "frame-ancestors 'none'", false)).contains("a.jar");
    assertThat(get("/processes/8/report.html", null, false)).contains("no ledger for process 8");
  }

  @Test
  void whyThereIsNoReportIsNoPage() throws IOException {
    assertThat(get("/processes/7/report.html", null, true)).contains("a ledger cannot be read");
  }
}
