package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests commands on ten thousand ledgers in one folder, all of them hard links to one file. The
 * commands have a heap of 128 MB.
 */
@Variant
class ManyLedgersIT {
  private static final int LEDGERS = 10_000;
  private static final int WATCHED = 512;
  private static final String HEAP = "-Xmx128m";

  @TempDir private Path folder;

  private Path ledgers;

  @BeforeEach
  void makeThem() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(LeavesOneOpen.RULES);
    tracked.on(Jdks.ofThisBuild()).main(LeavesOneOpen.class).run().expectSuccess();
    ledgers = tracked.ledgers().path();
    Path one = tracked.ledgers().ledgers().get(0);
    for (int i = 1; i < LEDGERS; i++) {
      Files.createLink(ledgers.resolve("%d-%d-%08x.ledger".formatted(i, i, i)), one);
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES) // four commands read thousands of ledgers each
  void psTopAndServeShowTheFirstAndCountTheOthers() throws Exception {
    assertThat(MonitorCommand.jvm(ledgers, "ps").jvmFlags(HEAP).run().expectSuccess().out())
        .endsWith("\n9,900 more (9,900 ended): --limit N\n")
        .hasLineCount(102);
    assertThat(
            MonitorCommand.jvm(ledgers, "top", "--once").jvmFlags(HEAP).run().expectSuccess().out())
        .contains("100 ended")
        .endsWith("\n9,900 more ledgers not shown\n");

    JsonObject top =
        MonitorCommand.jvm(ledgers, "top", "--json", "--limit=" + LEDGERS)
            .jvmFlags(HEAP)
            .run()
            .expectSuccess()
            .json();
    assertThat(top.getAsJsonArray("processes")).hasSize(WATCHED);
    assertThat(top.get("omitted").getAsInt()).isEqualTo(LEDGERS - WATCHED);
    serveWatchesTheFirstAndGoesOnWhenAllVanish();
  }

  private void serveWatchesTheFirstAndGoesOnWhenAllVanish() throws Exception {
    String notWatched = "tt_alloc_ledgers_not_watched{why=\"too many\"} ";
    try (Server server =
        Server.started(
            MonitorCommand.jvm(ledgers, "serve", "--port=0", "--socket=none").jvmFlags(HEAP))) {
      assertThat(server.get("/metrics"))
          .contains("tt_alloc_processes{state=\"ended\"} " + WATCHED + ".0\n")
          .contains(notWatched + (LEDGERS - WATCHED) + ".0\n");

      for (Path ledger : all()) {
        Files.delete(ledger);
      }
      String none = "tt_alloc_processes{state=\"ended\"} 0.0\n";
      server.await("/metrics", text -> text.contains(none) ? "" : "expected " + none + text);
      assertThat(server.terminate().out()).endsWith("  Active allocations: 0\n");
    }
  }

  private List<Path> all() throws IOException {
    try (var files = Files.list(ledgers)) {
      return files.filter(file -> file.toString().endsWith(".ledger")).toList();
    }
  }
}
