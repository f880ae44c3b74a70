package io.ttalloc.benchmarks.hooks;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.HookFigure;
import io.ttalloc.benchmarks.paper.HookTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs all subjects at all depths through JMH.
 *
 * <p>Measurements that are compared are interleaved: at each depth, the subjects are measured one
 * after another, and all of this is repeated several times, so that a slow minute of the machine
 * does not affect only one of them. Each measurement runs in a new JVM. For a tracked subject, that
 * JVM has the real agent, and the run fails unless the agent's report says that as many resources
 * were closed as were opened.
 */
public final class HookRuns {
  private static final List<Integer> DEPTHS = List.of(8, 24, 64);

  /**
   * The JVM options for the heap. Its pages are touched in advance, because the first use of a page
   * costs as much as several operations.
   */
  private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");

  /** The number of files that JMH itself may have open when the measured JVM ends. */
  private static final int OF_JMH = 16;

  /**
   * The duration of a run.
   *
   * @param rounds the number of times that all measurements are repeated
   * @param warmUps the number of iterations that are not counted
   * @param iterations the number of iterations that are counted
   * @param millis the duration of each iteration
   */
  public record Length(int rounds, int warmUps, int iterations, int millis) {}

  private record Setting(Subject subject, int depth, int threads) {}

  private final Path agent;
  private final Path rules;
  private final Path directory;
  private final Length length;
  private final PrintStream progress;

  /**
   * @param agent the agent's jar
   * @param rules the rule file of the benchmarks
   * @param directory the folder for ledgers and reports
   */
  public HookRuns(Path agent, Path rules, Path directory, Length length, PrintStream progress) {
    this.agent = agent;
    this.rules = rules;
    this.directory = directory;
    this.length = length;
    this.progress = progress;
  }

  /**
   * Runs the measurements.
   *
   * @throws IllegalStateException if a subject did not do what it should
   */
  public HookTable run() throws RunnerException, IOException {
    Map<Setting, List<Double>> samples = new LinkedHashMap<>();
    for (int round = 1; round <= length.rounds; round++) {
      for (Setting setting : settings()) {
        List<Double> found = measure(setting);
        samples.computeIfAbsent(setting, s -> new ArrayList<>()).addAll(found);
        progress.printf(
            Locale.ROOT,
            "round %d, depth %2d, threads %d: %10.1f ns  %s%n",
            round,
            setting.depth,
            setting.threads,
            Estimate.median(found).value(),
            setting.subject.title());
      }
    }
    List<HookFigure> figures = new ArrayList<>();
    samples.forEach(
        (setting, values) ->
            figures.add(
                new HookFigure(
                    setting.subject.name(),
                    setting.subject.title(),
                    setting.depth,
                    setting.threads,
                    Estimate.median(values))));
    return new HookTable(figures);
  }

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      for (int depth : DEPTHS) {
        for (Subject subject : Subject.values()) {
          if (threads == 1 || subject.onTwoThreads()) {
            settings.add(new Setting(subject, depth, threads));
          }
        }
      }
    }
    return settings;
  }

  private String tracked(Subject subject) {
    String pack = subject.pack();
    return pack == null ? "rules=" + rules : "packs=" + pack;
  }

  private List<Double> measure(Setting setting) throws RunnerException, IOException {
    Path report = directory.resolve("report.json");
    List<String> jvmArgs = new ArrayList<>(HEAP);
    jvmArgs.addAll(setting.subject.jvmArgs());
    String capture = setting.subject.capture();
    if (capture != null) {
      jvmArgs.add(
          "-javaagent:%s=%s,capture=%s,dir=%s,dump=%s"
              .formatted(agent, tracked(setting.subject), capture, directory, report));
    }
    TimeValue each = TimeValue.milliseconds(length.millis);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + HookBenchmark.class.getName().replace(".", "\\.") + "\\.batch$")
            .param("subject", setting.subject.name())
            .param("depth", Integer.toString(setting.depth))
            .threads(setting.threads)
            .forks(1)
            .warmupIterations(length.warmUps)
            .warmupTime(each)
            .measurementIterations(length.iterations)
            .measurementTime(each)
            .operationsPerInvocation(setting.subject.batch())
            .jvmArgsAppend(jvmArgs.toArray(new String[0]))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    List<Double> scores = new ArrayList<>();
    for (RunResult result : new Runner(options.build()).run()) {
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          scores.add(iteration.getPrimaryResult().getScore());
        }
      }
    }
    if (capture != null) {
      TrackedAll.check(report, setting.subject.pack() == null ? 0 : OF_JMH);
      Files.delete(report);
    }
    return scores;
  }
}
