package io.ttalloc.benchmarks.heap;

import io.ttalloc.benchmarks.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures, for several sizes of the heap, how long a program takes to end if it dumps its heap at
 * exit to find what keeps a hundred open resources reachable. Prints rows for {@code
 * docs/measurements/heap-benchmarks.md}. The agent's limit for {@code holders=auto} was chosen from
 * these results.
 */
public final class HeapExitCurve {
  private static final int ROUNDS = 5;
  private static final List<Integer> MEGABYTES = List.of(16, 32, 64, 128, 256);
  private static final double MILLIS_PER_SECOND = 1e3;

  /** The size of an object, including its share of the arrays. */
  private static final int SMALL_BYTES = 32;

  private static final int MIXED_BYTES = 48;

  /** The heap used by the JVM and the agent in an empty program. */
  private static final int EMPTY_MEGABYTES = 10;

  private final Path folder;
  private final Path agent;
  private final Path own;
  private final Path rules;
  private final ChildJvm jvm;

  private record Measured(double exitSeconds, double cpuSeconds, double usedMegabytes) {}

  private HeapExitCurve(Path folder, Path agent, Path own) throws IOException {
    this.folder = folder;
    this.agent = agent;
    this.own = own;
    this.rules = FilledHeap.writeRules(folder);
    this.jvm = new ChildJvm(folder);
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    Path own =
        Path.of(HeapExitCurve.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toAbsolutePath();
    Path agent = own.resolve("../../..").normalize().resolve("agent/target/tt-alloc-agent.jar");
    Path folder = Files.createTempDirectory("tt-alloc-benchmarks-");
    HeapExitCurve curve = new HeapExitCurve(folder, agent, own);
    for (String mix : List.of("mixed", "small")) {
      for (int megabytes : MEGABYTES) {
        curve.measure(mix, megabytes);
      }
    }
    HeapCurve.delete(folder);
  }

  private void measure(String mix, int megabytes) throws IOException, InterruptedException {
    int objects =
        ((megabytes - EMPTY_MEGABYTES) << 20) / (mix.equals("small") ? SMALL_BYTES : MIXED_BYTES);
    double[] with = new double[ROUNDS];
    double[] without = new double[ROUNDS];
    double[] cpu = new double[ROUNDS];
    double used = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Measured plain = run(mix, objects, false);
      Measured asking = run(mix, objects, true);
      with[round] = asking.exitSeconds;
      without[round] = plain.exitSeconds;
      cpu[round] = asking.cpuSeconds - plain.cpuSeconds;
      used = Math.max(used, asking.usedMegabytes);
    }
    for (double[] values : List.of(with, without, cpu)) {
      Arrays.sort(values);
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f MB | %.2f s | %.2f s | %.2f s | %.2f s |%n",
        System.getProperty("java.specification.version"),
        mix,
        used,
        without[ROUNDS / 2],
        with[ROUNDS / 2],
        with[ROUNDS - 1],
        cpu[ROUNDS / 2]);
  }

  private Measured run(String mix, int objects, boolean asking)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        "-javaagent:%s=rules=%s,dir=%s,holders=%s"
            .formatted(agent, rules, folder.resolve("ld"), asking));
    command.addAll(List.of("-cp", own.toString(), FilledHeap.class.getName(), mix));
    command.add(String.valueOf(objects));
    ChildJvm.Ended ended = jvm.run(true, command);
    double end = System.currentTimeMillis();
    boolean hasPath = Files.readString(folder.resolve("errors.txt")).contains("LISTENERS");
    if (hasPath != asking) {
      throw new IllegalStateException("the report has " + (hasPath ? "a" : "no") + " path");
    }
    return new Measured(
        (end - ended.numbers("ending.millis").get(0)) / MILLIS_PER_SECOND,
        ended.cpuSeconds(),
        ended.numbers("used.bytes").get(0) / (1 << 20));
  }
}
