package io.ttalloc.benchmarks.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs until it is closed and communicates line by line. Not thread-safe.
 *
 * <p>The JVM should end when its standard input ends; if it does not, it is killed.
 */
public final class TalkingChild implements AutoCloseable {
  private static final int SECONDS_TO_END = 10;

  private final Process process;
  private final Path errors;
  private final BufferedReader said;
  private final PrintWriter toIt;

  private TalkingChild(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    this.toIt = new PrintWriter(process.getOutputStream(), true, UTF_8);
  }

  /**
   * Starts a JVM.
   *
   * @param arguments arguments of the JVM
   * @param tracking whether to set the variable that switches the agent on
   * @param errors the file for its standard error
   */
  public static TalkingChild start(List<String> arguments, boolean tracking, Path errors)
      throws IOException {
    return start(Path.of(System.getProperty("java.home")), arguments, tracking, errors);
  }

  static TalkingChild start(Path home, List<String> arguments, boolean tracking, Path errors)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    ChildJvm.setVariables(builder, tracking);
    return new TalkingChild(builder.start(), errors);
  }

  /**
   * Waits for a line with the given beginning, and returns the rest of the line.
   *
   * @throws IllegalStateException if the JVM ended without such a line
   */
  public String await(String beginning) throws IOException {
    String line = said.readLine();
    while (line != null && !line.startsWith(beginning)) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IllegalStateException(
          "a process ended without printing a line that begins with '%s': %s"
              .formatted(beginning, Files.readString(errors)));
    }
    return line.substring(beginning.length());
  }

  /**
   * Reads and drops everything that the JVM prints from now on, on a separate thread, so that the
   * JVM never has to wait.
   */
  public void dropLines() {
    Thread thread = new Thread(() -> said.lines().forEach(line -> {}), "dropped lines");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits until the JVM has ended; returns whether it ended in time. */
  boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
    return process.waitFor(time, unit);
  }

  /** Sends a line. */
  public void say(String line) {
    toIt.println(line);
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() throws InterruptedException {
    toIt.close();
    process.toHandle().destroy();
    if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
      process.toHandle().destroyForcibly();
      process.waitFor();
    }
  }
}
