package io.ttalloc.it.reliability.storm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.reliability.program.Things;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs a program under the agent, which tracks {@link Things}, and disturbs the program from
 * outside. The program's first argument is a folder in which the test leaves signals. Not
 * thread-safe.
 */
public final class Storm {
  /** Not a speed requirement: only a program that never ends exceeds it. */
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

  private final TrackedRun tracked;

  private Storm(TrackedRun tracked) {
    this.tracked = tracked;
  }

  /** A storm whose files are below a folder. */
  public static Storm in(Path folder) throws IOException {
    TrackedRun tracked = TrackedRun.in(folder).rules(Things.RULES);
    tracked.ledgers().keepAll();
    return new Storm(tracked);
  }

  /** A JVM that runs the program. */
  public TestJvm on(Jdk jdk, Class<?> program, Object... args) {
    String[] all = new String[args.length + 1];
    all[0] = tracked.file("").toString();
    for (int i = 0; i < args.length; i++) {
      all[i + 1] = args[i].toString();
    }
    return tracked.on(jdk).optimizing().main(program, all).timeLimit(LIMIT);
  }

  /** Sends a signal to the program. */
  public void signal(String word) throws IOException {
    Files.createFile(tracked.file(word));
  }

  /** Whether the test has sent a signal. Called by the program; needs no file descriptor. */
  public static boolean isSignalled(String[] args, String word) {
    return new File(args[0], word).exists();
  }

  /** Asks the program to end. */
  public void end() throws IOException {
    signal("end");
  }

  /** Whether the program should end. Called by the program. */
  public static boolean mayEnd(String[] args) {
    return isSignalled(args, "end");
  }

  public LedgerFolder ledgers() {
    return tracked.ledgers();
  }

  /** Sends a POSIX signal, such as STOP. */
  public static void signal(long pid, String name) throws IOException, InterruptedException {
    run("sh", "-c", "kill -" + name + " " + pid);
  }

  /**
   * Sets a soft limit of a running process, in the syntax of {@code prlimit}, such as {@code
   * --nofile=20:}.
   */
  public static void limit(long pid, String limit) throws IOException, InterruptedException {
    run(PRLIMIT.toString(), "--pid=" + pid, limit);
  }

  /** Skips a test on a system without prlimit. The paper then lacks the row of the test. */
  public static void assumeLimits() {
    assumeTrue(Files.isExecutable(PRLIMIT), "needs prlimit (util-linux) to set limits");
  }

  private static void run(String... command) throws IOException, InterruptedException {
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new AssertionError("%s ended with status %d".formatted(List.of(command), status));
    }
  }
}
