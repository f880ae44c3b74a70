package io.ttalloc.it.attached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.AgentCopy;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests processes into which no agent can be loaded: one line states the reason, and the processes
 * continue undisturbed.
 */
@Variant
class AttachRefusedIT {
  private static final String NOBODY = "65534";
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
  private static final Path UNSHARE = Path.of("/usr/bin/unshare");

  @TempDir private Path folder;

  /**
   * A JVM that accepts no attach requests would print the stacks of all its threads if it received
   * the attach signal.
   */
  @OneJdk
  void aJvmThatTakesNoRequestsIsNotAsked(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    assertThat(
            refused(attaching, attaching.program(jdk, Doors.class), "-XX:+DisableAttachMechanism"))
        .endsWith(
            " accepts no attach requests (-XX:+DisableAttachMechanism), expected a JVM without that flag; start the program with -javaagent\n");
  }

  /** With {@code -Xrs}, the JVM does not handle the attach signal, which would therefore end it. */
  @OneJdk
  void theFlagIsFoundWithoutPerformanceDataAndWithoutSignalsToo(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    TestJvm program = attaching.program(jdk, Doors.class).jvmFlags("-XX:-UsePerfData", "-Xrs");
    assertThat(refused(attaching, program, "-XX:+DisableAttachMechanism"))
        .contains(" accepts no attach requests (-XX:+DisableAttachMechanism)");
  }

  @EveryJdk
  void aJvmThatForbidsAgentsSaysSo(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    assertThat(
            refused(
                attaching, attaching.program(jdk, Doors.class), "-XX:-EnableDynamicAgentLoading"))
        .endsWith(
            " does not allow agents to be loaded (-XX:-EnableDynamicAgentLoading), expected a JVM without that flag; start the program with -javaagent\n");
  }

  /** The Java runtime of a container often has only the modules that the program needs. */
  @OneJdk
  void aJavaWithoutTheModuleForAgentsSaysSo(Jdk jdk) throws Exception {
    Path jlink = jdk.home().resolve("bin/jlink");
    boolean possible = Files.isExecutable(jlink) && Files.isDirectory(jdk.home().resolve("jmods"));
    assumeTrue(possible, "needs jlink and its modules");
    String small = folder.resolve("java").toString();
    // The flags make jlink itself take less than half of the processor time.
    List<String> make =
        List.of(
            jlink.toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "--add-modules=java.base",
            "--output=" + small);
    assertThat(new ProcessBuilder(make).start().waitFor()).isZero();
    Jdk made = new Jdk(Path.of(small), jdk.version());
    Attaching attaching = Attaching.in(folder);

    assertThat(refused(attaching, attaching.program(made, Doors.class), "-Xmx32m"))
        .matches(
            ".* has no module java\\.instrument \\(.*\\), expected a Java runtime that has it\n");
  }

  /**
   * Starts the program with an additional flag, attaches to it, and asserts that the program prints
   * nothing about the attempt.
   */
  private static String refused(Attaching attaching, TestJvm program, String flag)
      throws Exception {
    try (RunningJvm running = program.jvmFlags(flag).start()) {
      running.awaitLine("^opened before$");
      JvmResult result = attaching.attach(running, attaching.rules()).expectStatus(1);
      assertThat(result.err())
          .startsWith("tt-alloc: process " + running.pid() + " ")
          .hasLineCount(1);
      attaching.allow("go");
      attaching.allow("end");
      JvmResult ended = running.awaitEnd().expectSuccess();
      assertThat(ended.out()).isEqualTo("opened before\nopened after\n");
      assertThat(ended.err()).doesNotContain("Exception in thread");
      assertThat(attaching.ledgers().fileNames()).isEmpty();
      return result.err();
    }
  }

  @OneJdk
  void anAgentOfAnotherVersionStaysAndAStoppedProcessIsNotAsked(Jdk jdk) throws Exception {
    Attaching attaching = Attaching.in(folder);
    Path other = AgentCopy.ofVersion("0.0.7", folder.resolve("other-agent.jar"));
    TestJvm program =
        TestJvm.on(jdk)
            .agentJar(other)
            .agentOptions("rules=" + folder.resolve("rules.yaml"))
            .environment("TT_ALLOC_DIR", attaching.ledgers().path().toString())
            .main(Doors.class, folder.toString());
    try (RunningJvm running = program.start()) {
      running.awaitLine("^opened before$");
      assertAStoppedProcessIsNotAsked(attaching, running);
      for (String command : List.of("attach to", "detach from")) {
        assertThat(attaching.on(command.substring(0, 6), running).expectStatus(1).err())
            .matches(
                "tt-alloc: cannot %s process %d: the process has loaded version 0\\.0\\.7 of the agent, and version \\S+ cannot replace it; use tt-alloc 0\\.0\\.7, or restart the process\n"
                    .formatted(command, running.pid()));
      }
      attaching.allow("go");
      attaching.allow("end");
      assertThat(running.awaitEnd().err())
          .contains("tt-alloc: 2 LEAKS: 3 open (3 doors), worst Doors.openAfter ");
    }
  }

  /** Stops the process, and lets it continue afterwards. */
  private static void assertAStoppedProcessIsNotAsked(Attaching attaching, RunningJvm running)
      throws Exception {
    signal("STOP", running);
    assertThat(attaching.attach(running).expectStatus(1).err())
        .isEqualTo(
            "tt-alloc: process %d is stopped (SIGSTOP or a debugger), expected a running one\n"
                .formatted(running.pid()));
    signal("CONT", running);
  }

  private static void signal(String name, RunningJvm running) throws Exception {
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + running.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void aProcessThatIsNoJvmIsLeftAlone() throws Exception {
    Attaching attaching = Attaching.in(folder);
    Process process = new ProcessBuilder("sleep", "600").start();
    try {
      assertThat(attaching.command("attach", Long.toString(process.pid())).expectStatus(1).err())
          .startsWith(
              "tt-alloc: process %d is not a JVM, expected a Java ".formatted(process.pid()))
          .hasLineCount(1);
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(128 + 9);
    assertThat(attaching.command("attach", "4194305").expectStatus(1).err())
        .isEqualTo(
            "tt-alloc: there is no process 4194305, expected the id of a JVM that is running here\n");
  }

  @OneJdk
  void aProcessOfAnotherUserIsNotAskedEvenByRoot(Jdk jdk) throws Exception {
    assumeTrue(isRoot() && Files.isExecutable(SETPRIV), "needs root and setpriv");
    Attaching attaching = Attaching.in(folder);
    TestJvm program =
        attaching
            .program(jdk, Doors.class)
            .launchedBy(
                SETPRIV.toString(), "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (RunningJvm running = program.start()) {
      running.awaitLine("^opened before$");
      assertThat(attaching.attach(running).expectStatus(1).err())
          .startsWith(
              "tt-alloc: process %d belongs to nobody, expected one that belongs to root: "
                  .formatted(running.pid()))
          .hasLineCount(1);
    }
  }

  @OneJdk
  void aProcessWithFoldersOfItsOwnIsNotAsked(Jdk jdk) throws Exception {
    boolean possible =
        Files.isExecutable(UNSHARE)
            && new ProcessBuilder(UNSHARE.toString(), "--mount", "true").start().waitFor() == 0;
    assumeTrue(possible, "needs unshare --mount");
    Attaching attaching = Attaching.in(folder);
    TestJvm program = attaching.program(jdk, Doors.class).launchedBy(UNSHARE.toString(), "--mount");
    try (RunningJvm running = program.start()) {
      running.awaitLine("^opened before$");
      assertThat(attaching.attach(running).expectStatus(1).err())
          .startsWith(
              "tt-alloc: process %d runs in a container or has a file system of its own"
                  .formatted(running.pid()))
          .hasLineCount(1);
    }
  }

  private boolean isRoot() throws IOException {
    return (int) Files.getAttribute(folder, "unix:uid") == 0;
  }
}
