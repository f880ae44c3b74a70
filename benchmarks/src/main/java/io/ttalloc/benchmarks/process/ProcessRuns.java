package io.ttalloc.benchmarks.process;

import com.sun.management.OperatingSystemMXBean;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the measurements of whole processes. */
public final class ProcessRuns {
  /** The names of the measurements. */
  public static final List<String> PARTS =
      List.of("hello", "leaks", "classes", "signal", "service", "memory", "web", "live");

  /**
   * The free memory needed for ten million tracked resources in a heap of 6 GiB, not counting the
   * ledger.
   */
  private static final long MEMORY_FOR_LARGE = 9L << 30;

  private final Measured measured;
  private final Path rules;
  private final Path directory;
  private final boolean quick;
  private final PrintStream progress;
  private final Path child;
  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final List<ProcessFigure> figures = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  /**
   * @param rules the rule file of the benchmarks
   * @param directory the folder for ledgers and output
   * @param quick whether to take only a few samples, to show that everything runs
   */
  public ProcessRuns(
      Measured measured, Path rules, Path directory, boolean quick, PrintStream progress)
      throws IOException {
    this.measured = measured;
    this.rules = rules;
    this.directory = directory;
    this.quick = quick;
    this.progress = progress;
    this.child = directory.resolve("child.jar");
    ChildJar.write(child);
    this.jvm = new ChildJvm(measured.java(), directory);
    this.folders = new AgentFolders(measured.agent(), directory);
  }

  /**
   * The files under test.
   *
   * @param java the home of the JDK that runs the programs
   * @param agent the agent's jar
   * @param monitor the monitor's jar
   * @param libraries the folder with the modules whose programs need libraries
   */
  public record Measured(Path java, Path agent, Path monitor, Path libraries) {
    /** A file written by the build of a module with libraries; null if the module was not built. */
    private @Nullable Path built(String module, String file) {
      Path built = libraries.resolve(module).resolve("target").resolve(file);
      return Files.isRegularFile(built) ? built : null;
    }
  }

  /** Runs the measurements of one part. */
  public void run(String part) throws IOException, InterruptedException {
    switch (part) {
      case "hello" -> add(new HelloWorld(jvm, folders, child).measure(quick ? 2 : 21));
      case "leaks" -> add(new SmallProgram(jvm, folders, child).measure(quick ? 2 : 15));
      case "classes" -> classes();
      case "signal" -> add(new SignalEnd(jvm, folders, child, directory).measure(quick ? 2 : 15));
      case "service" -> service();
      case "memory" -> add(new OutsideMemory(jvm, folders, child).measure(quick ? 1 : 7));
      case "web" -> web();
      case "live" -> live();
      default -> throw new IllegalArgumentException(part);
    }
  }

  private void classes() throws IOException, InterruptedException {
    Path written = measured.built("measured", "frameworks.classpath");
    if (written == null) {
      skip("classes: the program that loads them");
    } else {
      add(new ClassLoading(jvm, folders, child, directory, written).measure(quick ? 1 : 7));
    }
  }

  private void service() throws IOException, InterruptedException {
    Path written = measured.built("measured", "service.classpath");
    if (written == null) {
      skip("service: the web service");
    } else {
      ServiceCost.Size size =
          quick ? new ServiceCost.Size(1, 1, 2, 2) : new ServiceCost.Size(3, 6, 15, 8);
      add(new ServiceCost(jvm, folders, directory, written).measure(size));
    }
  }

  private void web() throws IOException, InterruptedException {
    Path written = measured.built("recent", "classpath");
    if (written == null) {
      skip("web: the application");
    } else {
      add(new WebStart(jvm, folders, child, written).measure(quick ? 1 : 9));
    }
  }

  private void skip(String what) {
    skipped.add(what + " was not built; it needs -Preliability");
  }

  private void live() throws IOException, InterruptedException {
    LiveSet live = new LiveSet(jvm, measured.agent(), rules, measured.monitor(), child, directory);
    if (quick) {
      add(live.measure(new LiveSet.Size("100k", 100_000, "512m", 1, 2, 1), true));
      skipped.add("live: one and ten million resources (quick run)");
      return;
    }
    LiveSet.Size million = new LiveSet.Size("1M", 1_000_000, "1g", 3, 5, 3);
    add(live.measure(million, true));
    add(live.measure(new LiveSet.Size("1M", 1_000_000, "1g", 1, 3, 0), false));
    if (freeMemory() >= MEMORY_FOR_LARGE) {
      add(live.measure(new LiveSet.Size("10M", 10_000_000, "6g", 1, 5, 0), true));
    } else {
      skipped.add(
          "live: ten million resources: %d MiB of memory are free, %d are needed"
              .formatted(freeMemory() >> 20, MEMORY_FOR_LARGE >> 20));
    }
  }

  /** The figures measured so far. */
  public List<ProcessFigure> figures() {
    return List.copyOf(figures);
  }

  /** The measurements that were skipped, with the reasons. */
  public List<String> skipped() {
    return List.copyOf(skipped);
  }

  private void add(List<ProcessFigure> more) {
    for (ProcessFigure figure : more) {
      progress.printf("%10.2f %-2s  %s%n", figure.value().value(), figure.unit(), figure.what());
      figures.add(figure);
    }
  }

  private static long freeMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
  }
}
