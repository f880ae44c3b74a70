package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs JVMs, one after the other, and waits for each. */
public final class ChildJvm {
  private static final String VARIABLE = "TT_ALLOC_TRACKING_ENABLED";

  private final Path java;
  private final Path directory;

  /**
   * How a JVM ended.
   *
   * @param nanos from its start to its end
   * @param output its standard output
   */
  public record Ended(long nanos, Path output) {
    /** The numbers that it printed under a name. */
    public List<Double> numbers(String name) throws IOException {
      List<Double> numbers = new ArrayList<>();
      for (String line : Files.readAllLines(output)) {
        if (line.startsWith(name + "=")) {
          numbers.add(Double.valueOf(line.substring(name.length() + 1)));
        }
      }
      if (numbers.isEmpty()) {
        throw new IllegalStateException(
            "a measured process printed no '%s', expected at least one in %s"
                .formatted(name, output));
      }
      return numbers;
    }
  }

  /**
   * @param directory where its output lies until the next one runs
   */
  public ChildJvm(Path directory) {
    this.java = Path.of(System.getProperty("java.home"), "bin", "java");
    this.directory = directory;
  }

  /**
   * Runs one.
   *
   * @param tracking whether the variable is set that switches the agent on
   * @throws IllegalStateException it ended with another status than 0
   */
  public Ended run(boolean tracking, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(arguments);
    Path output = directory.resolve("output.txt");
    Path errors = directory.resolve("errors.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TT_ALLOC_"));
    if (tracking) {
      builder.environment().put(VARIABLE, "1");
    }
    long start = System.nanoTime();
    int status = builder.start().waitFor();
    long nanos = System.nanoTime() - start;
    if (status != 0) {
      throw new IllegalStateException(
          "a measured process ended with status %d, expected 0: %s%n%s"
              .formatted(status, String.join(" ", command), Files.readString(errors)));
    }
    return new Ended(nanos, output);
  }
}
