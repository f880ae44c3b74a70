package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs JVMs, one after another, and waits for each. A shell starts each JVM and measures the JVM's
 * time. It uses the operating system's accounting of ended child processes, which covers the JVM up
 * to its very end, including child processes for which the JVM has waited.
 */
public final class ChildJvm {
  private static final String VARIABLE = "TT_ALLOC_TRACKING_ENABLED";

  /** Arguments: the files for the times and for the standard error, then the command. */
  private static final String TIMED =
      """
      TIMEFORMAT='%3R %3U %3S'; times=$1; errors=$2; shift 2; \
      { time "$@" 2> "$errors"; } 2> "$times\"""";

  private final Path home;
  private final Path directory;
  private final Path errors;

  /**
   * The result of running a JVM.
   *
   * @param seconds from its start to its end
   * @param cpuSeconds the processor time in user and kernel mode
   * @param output its standard output
   * @param errors its standard error
   */
  public record Ended(double seconds, double cpuSeconds, Path output, Path errors) {
    /** Returns the numbers that the JVM printed after a name. */
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

    /** The time that the JVM used. */
    Spent spent() {
      return new Spent(seconds, cpuSeconds);
    }
  }

  /**
   * @param directory the folder for the output, which is overwritten by the next run
   */
  public ChildJvm(Path directory) {
    this(Path.of(System.getProperty("java.home")), directory);
  }

  /**
   * @param home the home of the JDK
   * @param directory the folder for the output, which is overwritten by the next run
   */
  public ChildJvm(Path home, Path directory) {
    this.home = home;
    this.directory = directory;
    this.errors = directory.resolve("errors.txt");
  }

  /**
   * Runs a JVM.
   *
   * @param tracking whether to set the variable that switches the agent on
   * @throws IllegalStateException if the JVM's exit status is not 0
   */
  public Ended run(boolean tracking, List<String> arguments)
      throws IOException, InterruptedException {
    Process process = start(tracking, arguments);
    return ended(process, arguments);
  }

  /** Runs a JVM, and samples its memory every few milliseconds. */
  MemoryPeak.Watched watch(boolean tracking, List<String> arguments)
      throws IOException, InterruptedException {
    Process process = start(tracking, arguments);
    MemoryPeak peak = MemoryPeak.until(process);
    return new MemoryPeak.Watched(ended(process, arguments), peak);
  }

  private Process start(boolean tracking, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
    command.addAll(List.of(times().toString(), errors.toString()));
    command.add(home.resolve("bin").resolve("java").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output().toFile());
    setVariables(builder, tracking);
    return builder.start();
  }

  /** Starts a JVM that runs until it is closed and communicates line by line. */
  TalkingChild talk(boolean tracking, List<String> arguments, Path errors) throws IOException {
    return TalkingChild.start(home, arguments, tracking, errors);
  }

  static void setVariables(ProcessBuilder builder, boolean tracking) {
    builder.environment().keySet().removeIf(name -> name.startsWith("TT_ALLOC_"));
    if (tracking) {
      builder.environment().put(VARIABLE, "1");
    }
  }

  private Ended ended(Process process, List<String> arguments)
      throws IOException, InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException(
          "a measured process ended with status %d, expected 0: java %s%n%s"
              .formatted(status, String.join(" ", arguments), Files.readString(errors)));
    }
    String[] times = Files.readString(times()).strip().split(" ", -1);
    return new Ended(
        Double.parseDouble(times[0]),
        Double.parseDouble(times[1]) + Double.parseDouble(times[2]),
        output(),
        errors);
  }

  private Path output() {
    return directory.resolve("output.txt");
  }

  private Path times() {
    return directory.resolve("times.txt");
  }
}
