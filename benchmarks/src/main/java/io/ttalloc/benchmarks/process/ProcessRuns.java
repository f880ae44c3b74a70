package io.ttalloc.benchmarks.process;

import com.sun.management.OperatingSystemMXBean;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs all measurements of whole processes, with nothing but public tools. */
public final class ProcessRuns {
  /** Free memory that ten million resources, tracked, in a heap of 6 GiB need beside the ledger. */
  private static final long MEMORY_FOR_LARGE = 9L << 30;

  private final StartUp startUp;
  private final @Nullable WebStart webStart;
  private final LiveSet liveSet;
  private final boolean quick;
  private final PrintStream progress;
  private final List<String> skipped = new ArrayList<>();

  /**
   * @param jars where the agent's, the monitor's and the demo's lie
   * @param rules the rule file of the benchmarks
   * @param directory where ledgers and output may lie
   * @param quick whether it only is to be shown that all runs
   */
  public ProcessRuns(Jars jars, Path rules, Path directory, boolean quick, PrintStream progress)
      throws IOException {
    Path child = directory.resolve("child.jar");
    ChildJar.write(child);
    ChildJvm jvm = new ChildJvm(directory);
    this.startUp = new StartUp(jvm, jars.agent(), jars.demo(), child, directory);
    Path web = jars.webClassPath();
    this.webStart = web == null ? null : new WebStart(jvm, jars.agent(), child, directory, web);
    this.liveSet = new LiveSet(jvm, jars.agent(), rules, jars.monitor(), child, directory);
    this.quick = quick;
    this.progress = progress;
  }

  /**
   * What is measured.
   *
   * @param webClassPath the file with the class path of the web application; null if not built
   */
  public record Jars(Path agent, Path monitor, Path demo, @Nullable Path webClassPath) {}

  /** Measures. */
  public List<ProcessFigure> run() throws IOException, InterruptedException {
    List<ProcessFigure> figures = new ArrayList<>();
    add(figures, startUp.measure(quick ? 2 : 15));
    if (webStart == null) {
      skipped.add("the start of a web application: it was built without -Preliability");
    } else {
      add(figures, webStart.measure(quick ? 1 : 9));
    }
    if (quick) {
      add(figures, liveSet.measure(new LiveSet.Size("100k", 100_000, "512m", 1, 2, 1), true));
      skipped.add("one and ten million live resources (quick run)");
      return figures;
    }
    LiveSet.Size million = new LiveSet.Size("1M", 1_000_000, "1g", 3, 5, 3);
    add(figures, liveSet.measure(million, true));
    add(figures, liveSet.measure(new LiveSet.Size("1M", 1_000_000, "1g", 1, 3, 0), false));
    if (freeMemory() >= MEMORY_FOR_LARGE) {
      add(figures, liveSet.measure(new LiveSet.Size("10M", 10_000_000, "6g", 1, 5, 0), true));
    } else {
      skipped.add(
          "ten million live resources: %d MiB of memory are free, %d are needed"
              .formatted(freeMemory() >> 20, MEMORY_FOR_LARGE >> 20));
    }
    return figures;
  }

  /** What was not measured, and why; known after {@link #run}. */
  public List<String> skipped() {
    return List.copyOf(skipped);
  }

  private void add(List<ProcessFigure> figures, List<ProcessFigure> more) {
    for (ProcessFigure figure : more) {
      progress.printf("%10.1f %-2s  %s%n", figure.value().value(), figure.unit(), figure.what());
      figures.add(figure);
    }
  }

  private static long freeMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
  }
}
