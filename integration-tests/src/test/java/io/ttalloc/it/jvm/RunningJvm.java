package io.ttalloc.it.jvm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM that a test has started. To be used by one thread; closing it kills what still runs.
 *
 * <p>Signals go through the process handle, because {@link Process#destroy} closes the streams and
 * the last output would be lost.
 *
 * <p>Every wait has the time limit given at the start, counted anew. A wait that exceeds it kills
 * the JVM and fails with all output.
 */
public final class RunningJvm implements AutoCloseable {

  /** Exceeded only if a child of the process still runs and has its streams. */
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

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Waits for a line of standard output in which the pattern is found, and gives that line. */
  public String awaitLine(String regex) throws InterruptedException {
    return await(out, "standard output", regex);
  }

  /** Waits for a line of standard error in which the pattern is found, and gives that line. */
  public String awaitErrorLine(String regex) throws InterruptedException {
    return await(err, "standard error", regex);
  }

  /** Waits for its end. */
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

  /** Kills it as {@code kill -9} does: no shutdown hook runs. Returns when it is dead. */
  public JvmResult kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    return awaitEnd();
  }

  /** Asks it to end as {@code kill} does: shutdown hooks run. Returns when it has ended. */
  public JvmResult terminate() throws InterruptedException {
    process.toHandle().destroy();
    return awaitEnd();
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills it if it still runs. */
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
