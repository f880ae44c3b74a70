package io.ttalloc.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests slow commands: the ledger has many open resources, and the JVM only interprets bytecode.
 * Checks the progress messages of the commands, and the files that remain if a command is stopped.
 */
@Variant
class ProgressIT {
  private static final String SLOWLY = "-Xint";
  private static final String LINE = "^reading, pass [123]: \\d+ of \\d+ MB$";

  @TempDir private static Path shared;
  private static Path ledger;

  @TempDir private Path folder;

  @BeforeAll
  static void leaveALargeLedger() throws Exception {
    TrackedRun tracked = TrackedRun.in(shared).rules(Session.RULES);
    tracked.on(Jdks.ofThisBuild()).main(Hoards.class).run().expectSuccess();
    ledger = tracked.ledgers().ledgers().get(0);
  }

  @Test
  void showsProgressOnATerminalAndErasesIt() throws Exception {
    Optional<Path> program = TmuxScreen.program();
    if (program.isEmpty()) {
      System.out.println("ProgressIT on a terminal is skipped: no tmux on the PATH");
    }
    assumeTrue(program.isPresent());
    try (TmuxScreen screen = TmuxScreen.start(program.get(), folder, 60, 20)) {
      screen.enter(dump(">report.txt"));
      screen.await(LINE);
      screen.keys("C-c");
      // The terminal echoes the key at the end of the line.
      assertThat(screen.await("^shell: +\\^C$")).doesNotContain(" MB");
      assertThat(folder.resolve("report.txt")).isEmptyFile();

      screen.enter("clear; " + dump(">report.txt") + "; echo $? >status");
      screen.await(LINE);
      screen.await(text -> hasStatus(), "the end of the command");
      assertThat(screen.await("^shell: *$")).doesNotContain(" MB", "writing");
      assertThat(folder.resolve("report.txt")).content().contains("tt-alloc: 1 LEAK: ");

      screen.enter("clear; " + monitor("top --once --dir=" + ledger.getParent() + " >top.txt"));
      screen.await("^ledger 1 of 1$");
      assertThat(screen.await("^shell: *$")).doesNotContain("ledger 1");
      assertThat(folder.resolve("top.txt")).content().contains("LEFT_OPEN");
    }
  }

  /**
   * The folder of a report for the viewer is written under a temporary name. It appears only after
   * the ledger has been read, and thus after the progress messages that a terminal would show.
   */
  @Test
  void aSignalLeavesNoHalfFolderAndProgressIsOnlyForTerminals() throws Exception {
    Path parent = Files.createDirectory(folder.resolve("out"));
    try (RunningJvm dump =
        Monitor.jvm(
                "dump",
                ledger.toString(),
                "--format=ttnn",
                "-o",
                parent.resolve("viewer").toString())
            .jvmFlags(SLOWLY)
            .environment("TERM", "xterm")
            .start()) {
      Await.until(() -> !listed(parent).isEmpty() || !dump.isAlive());
      assertThat(listed(parent)).singleElement().asString().endsWith(".tmp");

      JvmResult ended = dump.terminate().expectStatus(128 + 15);
      assertThat(ended.err()).isEmpty();
      assertThat(listed(parent)).isEmpty();
    }
  }

  private static List<Path> listed(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private String dump(String redirected) {
    return monitor("dump " + ledger + " " + redirected);
  }

  private static String monitor(String command) {
    return "%s %s %s %s -jar %s %s"
        .formatted(
            Jdks.ofThisBuild().home().resolve("bin/java"),
            String.join(" ", TestJvm.quickFlags()),
            String.join(" ", TestJvm.monitorFlags()),
            SLOWLY,
            Repository.monitorJar(),
            command);
  }

  private boolean hasStatus() {
    try {
      Path status = folder.resolve("status");
      return Files.exists(status) && Files.readString(status).equals("0\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Leaves more resources open than the interpreter can analyze in a second. */
  static final class Hoards {
    private static final int SESSIONS = 30_000;
    private static final List<Session> OPEN = new ArrayList<>();

    private Hoards() {}

    public static void main(String[] args) {
      for (int i = 0; i < SESSIONS; i++) {
        OPEN.add(new Session(1));
      }
    }
  }
}
