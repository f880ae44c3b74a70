package io.ttalloc.benchmarks.hooks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrackedAllTest {
  @TempDir Path folder;

  @Test
  void acceptsAMeasurementThatClosedAllThatItOpened() throws IOException {
    Path report = report(20_000, 20_000, 0);
    assertThatCode(() -> TrackedAll.check(report, 0)).doesNotThrowAnyException();
  }

  @Test
  void refusesOneInWhichNothingWasWoven() throws IOException {
    Path report = report(0, 0, 0);
    assertThatThrownBy(() -> TrackedAll.check(report, 0)).hasMessageContaining("opened 0");
  }

  @Test
  void refusesOneThatDropped() throws IOException {
    Path report = report(20_000, 20_000, 1);
    assertThatThrownBy(() -> TrackedAll.check(report, 0)).hasMessageContaining("dropped 1");
  }

  @Test
  void refusesOneThatLeftSomethingOpen() throws IOException {
    Path report = report(20_000, 19_999, 0);
    assertThatThrownBy(() -> TrackedAll.check(report, 0)).hasMessageContaining("closed 19999");
  }

  @Test
  void acceptsTheExpectedNumberLeftOpen() throws IOException {
    Path report = report(20_000, 19_998, 0);
    assertThatCode(() -> TrackedAll.check(report, 2)).doesNotThrowAnyException();
    assertThatThrownBy(() -> TrackedAll.check(report, 1)).hasMessageContaining("closed 19998");
  }

  @Test
  void refusesOneWithoutAReport() {
    assertThatThrownBy(() -> TrackedAll.check(folder.resolve("missing.json"), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("wrote no report");
  }

  private Path report(long opened, long closed, long dropped) throws IOException {
    return Files.writeString(
        folder.resolve("report.json"),
        "{\"totals\": {\"opened\": %d, \"closed\": %d, \"live\": 0, \"dropped\": %d}}"
            .formatted(opened, closed, dropped));
  }
}
