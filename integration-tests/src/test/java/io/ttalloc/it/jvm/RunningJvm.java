package io.ttalloc.it.jvm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM that a test has started. Not thread-safe; closing it kills the process if it is still
 * running.
 *
 * <p>Signals go through the process handle, because {@link Process#destroy} closes the streams,
 * which would lose the last output.
 *
 * <p>Each wait has the time limit that was given at the start. A wait that exceeds this limit kills
 * the JVM and fails with all output.
 */
public final class RunningJvm implements AutoCloseable {

  /**
   * The time limit for the last output; exceeded only if a child process has inherited the streams.
   */
  private static final Duration AFTER_END = Duration.ofMinutes(1);

  private final List<String> command;
  private final Process process;
  private final Duration limit;
  private final Runnable whenEnded;
  private final CollectedOutput out;
  private final CollectedOutput err;

  RunningJvm(List<String> command, Process process, Duration limit, Runnable whenEnded) {
    this.whenEnded = whenEnded;
    this.command = command;
    this.process = process;
    this.limit = limit;
    out = new CollectedOutput("stdout of " + process.pid(), process.getInputStream());
    err = new CollectedOutput("stderr of " + process.pid(), process.getErrorStream());
  }

  /** The process id of the JVM. */
  public long pid() {
    return process.pid();
  }

  /**
   * Waits for a line of standard output that contains a match of the pattern, and returns the line.
   */
  public String awaitLine(String regex) throws InterruptedException {
    return await(out, "standard output", regex);
  }

  /**
   * Waits for a line of standard error that contains a match of the pattern, and returns the line.
   */
  public String awaitErrorLine(String regex) throws InterruptedException {
    return await(err, "standard error", regex);
  }

  /** Waits for the end of the process. */
  public JvmResult awaitEnd() throws InterruptedException {
    return awaitEnd(limit);
  }

  JvmResult awaitEnd(Duration within) throws InterruptedException {
    if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
      throw failure("did not end within " + within);
    }
    whenEnded.run();
    return result();
  }

  /** Kills the process like {@code kill -9}, without shutdown hooks. Returns when it is dead. */
  public JvmResult kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    return awaitEnd();
  }

  /** Terminates the process like {@code kill}, with shutdown hooks. Returns when it has ended. */
  public JvmResult terminate() throws InterruptedException {
    process.toHandle().destroy();
    return awaitEnd();
  }

  /** Whether the process is still running. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process if it is still running. */
  @Override
  public void close() {
    process.toHandle().destroyForcibly();
  }

  private String await(CollectedOutput output, String where, String regex)
      throws InterruptedException {
    Pattern pattern = Pattern.compile(regex);
    return output
        .awaitLine(line -> pattern.matcher(line).find(), limit)
        .orElseThrow(() -> failure("wrote no line with '%s' to %s".formatted(regex, where)));
  }

  private JvmResult result() throws InterruptedException {
    out.awaitEnd(AFTER_END);
    err.awaitEnd(AFTER_END);
    return new JvmResult(process.exitValue(), out.text(), err.text());
  }

  private AssertionError failure(String what) {
    boolean ran = process.isAlive();
    process.toHandle().destroyForcibly();
    String state = "was killed";
    try {
      process.waitFor();
      state = ran ? state : "had ended";
      JvmResult result = result();
      return new AssertionError("%s %s; it %s: %s".formatted(command, what, state, result));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AssertionError("%s %s; interrupted while it %s".formatted(command, what, state));
    }
  }
}
