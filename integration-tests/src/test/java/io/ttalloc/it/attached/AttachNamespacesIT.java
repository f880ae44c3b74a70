package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests attaching to processes whose id in their PID namespace is 1, as in a container. */
@Variant
class AttachNamespacesIT {
  private static final String[] OWN_IDS = {"unshare", "--pid", "--fork", "--kill-child"};
  private static final Path SOCKET = Path.of("/tmp/.java_pid1");

  @TempDir private Path folder;

  /** A JVM whose socket file is removed creates it again on the next attach request. */
  @BeforeEach
  @AfterEach
  void removeTheSocket() throws IOException {
    Files.deleteIfExists(SOCKET);
  }

  @OneJdk
  void isRefusedFromOutsideAndPossibleInside(Jdk jdk) throws Exception {
    Attaching attaching = attaching("--mount-proc");
    try (RunningJvm running = program(attaching, jdk, "--mount-proc").start()) {
      running.awaitLine("^opened before$");
      String pid = inner(running);
      assertThat(attaching.attach(pid).expectStatus(1).err())
          .isEqualTo(
              "tt-alloc: process %s runs in a container or has a file system of its own, so it and tt-alloc cannot see each other's files; run tt-alloc inside that container, where the process id is 1\n"
                  .formatted(pid));

      JvmResult inside =
          attaching
              .jvm("attach", "1", "rules=rules.yaml")
              .launchedBy("nsenter", "--target=" + pid, "--mount", "--pid", "--wd=" + folder)
              .run()
              .expectSuccess();
      assertThat(inside.out())
          .startsWith("tt-alloc: attached to process 1: 2 loaded classes woven, ");
      attaching.allow("go");
      attaching.allow("end");
      assertLeakIsFound(running);
    }
  }

  /**
   * The signal uses process ids of the inner namespace, but /proc shows ids of the outer namespace.
   */
  @OneJdk
  void isRefusedInsideWhereTheSystemTellsOfOutside(Jdk jdk) throws Exception {
    Attaching attaching = attaching();
    try (RunningJvm running = attaching.doors(jdk)) {
      JvmResult inside =
          attaching
              .jvm("attach", Long.toString(running.pid()))
              .launchedBy(OWN_IDS)
              .run()
              .expectStatus(1);
      assertThat(inside.err())
          .matches(
              "tt-alloc: cannot attach to process %d from here: /proc shows the process ids of another namespace, in which this command is process \\d+ and not 1; run tt-alloc in that namespace\n"
                  .formatted(running.pid()));
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().expectSuccess().out())
          .isEqualTo("opened before\nopened after\n");
    }
  }

  /**
   * Each process is found by its outer id. A JVM names its socket after the process id that it
   * sees.
   */
  @OneJdk
  void isFoundByItsOuterIdAndNotTakenForAnotherOfTheSameInnerId(Jdk jdk) throws Exception {
    Attaching attaching = attaching();
    try (RunningJvm first = program(attaching, jdk).start();
        RunningJvm second = program(attaching, jdk).start()) {
      first.awaitLine("^opened before$");
      second.awaitLine("^opened before$");
      String one = inner(first);
      String other = inner(second);
      assertIsAttached(attaching, one);

      for (String command : List.of("attach to", "detach from")) {
        assertThat(attaching.command(command.substring(0, 6), other).expectStatus(1).err())
            .isEqualTo(
                "tt-alloc: cannot %s process %s: process %s answered instead: both processes have process id 1, each in its own namespace, and JVMs name their attach sockets after that id; remove /tmp/.java_pid1, which the JVMs create again when needed, and retry\n"
                    .formatted(command, other, one));
      }
      Files.delete(SOCKET);
      assertIsAttached(attaching, other);
      attaching.allow("go");
      first.awaitLine("^opened after$");
      assertCommandsFindIt(attaching, one);
      assertThat(attaching.ledgers().readOf(Long.parseLong(one)).process().attachedLate()).isTrue();
      attaching.allow("end");
      assertLeakIsFound(first);
      assertLeakIsFound(second);
    }
  }

  private static void assertIsAttached(Attaching attaching, String pid) {
    assertThat(attaching.attach(pid, attaching.rules()).expectSuccess().out())
        .startsWith("tt-alloc: attached to process " + pid + ": 2 loaded classes woven, ");
  }

  private static void assertCommandsFindIt(Attaching attaching, String pid) throws Exception {
    assertThat(attaching.ps()).containsPattern("\n *" + pid + "  running .* 2 +0 B ");
    assertThat(attaching.jvm("dump", pid).run().expectSuccess().out())
        .contains("(pid " + pid + ", io.ttalloc.it.attached.Doors, ");
  }

  private Attaching attaching(String... more) throws Exception {
    String[] command = launcher(more, "true");
    boolean possible;
    try {
      possible = new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      possible = false;
    }
    assumeTrue(possible, "needs " + String.join(" ", command));
    return Attaching.in(folder);
  }

  private static TestJvm program(Attaching attaching, Jdk jdk, String... more) {
    return attaching.program(jdk, Doors.class).launchedBy(launcher(more));
  }

  private static String[] launcher(String[] more, String... behind) {
    String[] all = new String[OWN_IDS.length + more.length + behind.length];
    System.arraycopy(OWN_IDS, 0, all, 0, OWN_IDS.length);
    System.arraycopy(more, 0, all, OWN_IDS.length, more.length);
    System.arraycopy(behind, 0, all, OWN_IDS.length + more.length, behind.length);
    return all;
  }

  /**
   * The JVM's process id in this process's namespace; the launcher process only waits for the JVM.
   */
  private static String inner(RunningJvm launcher) {
    ProcessHandle waits = ProcessHandle.of(launcher.pid()).orElseThrow();
    return Long.toString(waits.children().findAny().orElseThrow().pid());
  }

  private static void assertLeakIsFound(RunningJvm running) throws Exception {
    assertThat(running.awaitEnd().expectSuccess().err())
        .contains("tt-alloc: 1 LEAK: 2 open (2 doors), at Doors.openAfter ");
  }
}
