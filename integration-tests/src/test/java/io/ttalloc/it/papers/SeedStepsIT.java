package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.watched.Server;
import io.ttalloc.testing.Variant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Performs the steps of the field notes that use a monitor: run the program twice, and then search
 * the monitor's output. {@code docs/tt-metal.md} shows the commands and their results.
 */
@Variant
class SeedStepsIT {
  private static final Paper PAPER = Paper.read(Repository.root().resolve("docs/tt-metal.md"));
  private static final String LOG = "test_accumulation_server.log";

  @TempDir private Path folder;

  @Test
  void linesOfAnAddressAndWhatTwoRunsLeftCanBeCounted() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().keepAll();
    try (Server server = Server.on(tracked.ledgers().path())) {
      runBeside(server, tracked);
      server.awaitLine("^  Active allocations: 0 \\(1 ended process left ");
      runBeside(server, tracked);
      server.awaitLine("^  Active allocations: 0 \\(2 ended processes left ");
      String output = server.terminate().out();
      Files.writeString(folder.resolve(LOG), output);

      assertThat(output).doesNotContain("device -1").doesNotContain("warm-up");
      Excerpt.assertIsIn(shown("- [PID "), output);
      List<String> asked = shown("$ ");
      for (int line = 0; line < asked.size(); ) {
        String command = asked.get(line).substring("$ ".length());
        int end = line + 1;
        while (end < asked.size() && !asked.get(end).startsWith("$ ")) {
          end++;
        }
        Excerpt.assertIsAll(asked.subList(line + 1, end), shell(command));
        line = end;
      }
    }
  }

  @Test
  void afterTheCacheIsClearedTheMonitorShowsThatAllIsFreed() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().create();
    try (Server server = Server.on(tracked.ledgers().path())) {
      runBeside(server, tracked, "--clear-cache");
      Files.writeString(folder.resolve(LOG), server.terminate().out());

      assertThat(shell("grep \"Active allocations:\" " + LOG + " | tail -1"))
          .isEqualTo("  Active allocations: 0\n");
      for (String event : List.of("Allocated 12288 bytes", "Freed buffer 1073739776")) {
        assertThat(shell("grep '" + event + ".* on device 0 .*' " + LOG + " | grep -c 1073739776"))
            .as(event)
            .isEqualTo("2\n");
      }
    }
  }

  private static List<String> shown(String start) {
    return PAPER.blocks("text").stream()
        .filter(block -> block.get(0).startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static void runBeside(Server server, TrackedRun tracked, String... options)
      throws Exception {
    List<String> demo = new ArrayList<>(List.of("mesh"));
    demo.addAll(List.of(options));
    try (RunningJvm mesh =
        tracked.on(Jdks.ofThisBuild()).demo(demo.toArray(String[]::new)).start()) {
      server.awaitLine("^- \\[PID " + mesh.pid() + "] has ended: ");
    }
  }

  /**
   * Runs a command on the monitor's output, which is in a file with the name that the notes use.
   */
  private String shell(String command) throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String found = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(found).isZero();
    return found;
  }
}
