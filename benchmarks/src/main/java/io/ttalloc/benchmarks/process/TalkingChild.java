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
 * A JVM that goes on until it is closed, and with which one talks in lines. One thread.
 *
 * <p>It ends when its standard input does; if it does not, it is killed.
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
   * Starts one.
   *
   * @param arguments of the JVM
   * @param tracking whether the variable is set that switches the agent on
   * @param errors gets its standard error
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
   * Waits for a line that begins so, and gives what follows.
   *
   * @throws IllegalStateException it ended without one
   */
  public String await(String beginning) throws IOException {
    String line = said.readLine();
    while (line != null && !line.startsWith(beginning)) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IllegalStateException(
          "a watched or watching process ended without a line '%s': %s"
              .formatted(beginning, Files.readString(errors)));
    }
    return line.substring(beginning.length());
  }

  /** Waits for its end, and says whether it came in time. */
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
