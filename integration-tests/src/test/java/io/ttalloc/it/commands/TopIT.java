package io.ttalloc.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command {@code top} on a terminal. */
@Variant
class TopIT {

  @TempDir private Path folder;

  private static Path tmux() {
    Optional<Path> program = TmuxScreen.program();
    assumeTrue(program.isPresent(), "no tmux on the PATH");
    return program.get();
  }

  /** The shell command that runs {@code top} and writes its exit status to a file. */
  private static String command(Jdk jdk, TrackedRun tracked, String options) {
    return "%s %s %s -Dtt-alloc.home=%s -jar %s top --monitor none --regions-folder %s --dir %s %s; echo $? > status"
        .formatted(
            jdk.home().resolve("bin/java"),
            String.join(" ", TestJvm.quickFlags()),
            String.join(" ", TestJvm.monitorFlags()),
            Repository.root(),
            Repository.monitorJar(),
            tracked.ledgers().path(),
            tracked.ledgers().path(),
            options);
  }

  @OneJdk
  void showsProcessesAndStacksAndGivesTheTerminalBack(Jdk jdk) throws Exception {
    Path program = tmux();
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES);
    try (RunningJvm killed = tracked.on(jdk).main(PsIT.Program.class, "leak", "wait").start();
        RunningJvm running = tracked.on(jdk).main(PsIT.Program.class, "leak", "wait").start();
        TmuxScreen screen = TmuxScreen.start(program, folder, 100, 30)) {
      killed.awaitLine("^waiting$");
      killed.kill();
      running.awaitLine("^waiting$");
      screen.enter("stty -g > before; echo typed before");
      screen.enter(command(jdk, tracked, "--interval 100ms"));

      screen.await(" " + running.pid() + " +running .* 4 +28 B +- ");
      screen.await(" " + killed.pid() + " +killed .* 4 +28 B +-");
      String shown = screen.await("OPEN .* " + killed.pid() + " +PsIT.Program.first");
      assertThat(shown).startsWith("tt-alloc top  ").contains("\nq quit  ? help");
      assertThat(screen.isAlternate()).isTrue();
      assertThat(screen.showsCursor()).isFalse();

      narrow(screen);
      stacks(screen, running.pid(), killed.pid());
      marks(screen, tracked, running.pid());
      stopsAndGoesOn(screen);

      screen.keys("q");
      awaitFile(screen, folder.resolve("continued"), "0");
      isRestored(screen);
    }
  }

  private static void narrow(TmuxScreen screen) throws Exception {
    screen.resize(40, 12);
    String narrow = screen.await("^q quit  \\? help  enter sites  s sort$");
    assertThat(narrow).startsWith("tt-alloc top  ");
    assertThat(narrow.lines()).hasSize(12).allMatch(line -> line.length() <= 40);
    screen.resize(100, 30);
    screen.await("tab sites$");
  }

  private static void stacks(TmuxScreen screen, long running, long killed) throws Exception {
    screen.keys("Home", "Enter");
    screen.await("^SITES of " + running + ": NOT JUDGED");
    screen.keys("Escape");
    screen.await("^SITES of all");
    screen.keys("Down", "Enter");
    screen.await("^SITES of " + killed + ": ");
    screen.keys("Enter");
    String finding = screen.await("^process " + killed + " in total");
    assertThat(finding)
        .contains("OPEN, not judged", "  why ", "  fix ", "PsIT.Program.first(PsIT.java:");
    screen.keys("Escape");
    screen.await("^SITES of " + killed);
    screen.keys("Escape");
    screen.await("^SITES of all");
    screen.keys("?");
    screen.await("^keys$");
    screen.keys("Escape");
    screen.await("^SITES of all");
  }

  private static void marks(TmuxScreen screen, TrackedRun tracked, long running) throws Exception {
    screen.keys("Up", "m");
    screen.await("^mark process " + running + ": _$");
    screen.keys("t", "i", "q", "BSpace", "c", "k", "Enter");
    screen.await("^marked 'tick' in process " + running + "$");
    assertThat(tracked.ledgers().readOf(running).marks())
        .singleElement()
        .extracting(Mark::name)
        .isEqualTo("tick");
  }

  private static void stopsAndGoesOn(TmuxScreen screen) throws Exception {
    screen.keys("C-z");
    screen.await("Stopped");
    assertThat(screen.isAlternate()).isFalse();
    assertThat(screen.showsCursor()).isTrue();
    // The shell has already continued with the next command of its line, so the status is saved
    // here.
    screen.enter("fg; echo $? > continued");
    screen.await("^SITES of all");
    assertThat(screen.isAlternate()).isTrue();
  }

  private void isRestored(TmuxScreen screen) throws Exception {
    assertThat(screen.isAlternate()).isFalse();
    assertThat(screen.showsCursor()).isTrue();
    assertThat(screen.text())
        .contains("typed before\n")
        .doesNotContain("SITES of", "WARNING", "Exception");
    screen.enter("stty -g > after; echo 0 > done");
    awaitFile(screen, folder.resolve("done"), "0");
    assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
  }

  @OneJdk
  void aSignalThatEndsItGivesTheTerminalBackToo(Jdk jdk) throws Exception {
    Path program = tmux();
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().keepAll();
    try (TmuxScreen screen = TmuxScreen.start(program, folder, 80, 24)) {
      screen.enter("stty -g > before; echo typed before");
      screen.enter("sh -c 'echo $$ > pid; exec " + command(jdk, tracked, "").replace(";", "';"));
      screen.await("no ledgers");

      long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
      ProcessHandle.of(pid).orElseThrow().destroy();

      awaitFile(screen, folder.resolve("status"), "143");
      isRestored(screen);
    }
  }

  private static void awaitFile(TmuxScreen screen, Path file, String content) throws Exception {
    screen.await(text -> Files.exists(file) && hasLine(file), file + " with a line");
    assertThat(file).hasContent(content);
  }

  private static boolean hasLine(Path file) {
    try {
      return Files.readString(file).endsWith("\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
