package io.ttalloc.benchmarks.heap;

import io.ttalloc.benchmarks.process.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures the cost of finding what keeps a hundred open resources reachable, in heaps of several
 * sizes, and writes {@code docs/measurements/heap-benchmarks.md}. If Shark's jars are given as
 * arguments, Shark is measured as well.
 */
public final class HeapCurve {
  /** The numbers of objects. The last number of each kind results in a dump of about a gigabyte. */
  private static final List<Integer> SMALL =
      List.of(10_000, 100_000, 1_000_000, 4_000_000, 20_000_000);

  private static final List<Integer> MIXED = List.of(1_000_000, 16_000_000);

  private static final int ROUNDS = 3;

  /**
   * The largest number of objects that is measured repeatedly; Shark takes minutes for larger
   * heaps.
   */
  private static final int MAX_REPEATED = 1_000_000;

  private static final int MAX_FOR_SHARK = 4_000_000;

  /**
   * The heading of the section with the results of {@link HeapExitCurve}. The section is preserved
   * when the file is written.
   */
  private static final String AT_EXIT = "\n## At exit";

  private static final long OPTIMIZED_FROM_MEGABYTES = 256;
  private static final String MEASURED = MeasuredMain.class.getName();
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double KILOBYTES_PER_MEGABYTE = 1024;

  private final Path folder;
  private final Path agent;
  private final Path own;
  private final List<String> shark;
  private final ChildJvm jvm;
  private final StringBuilder rows = new StringBuilder();

  private HeapCurve(Path folder, Path agent, Path own, List<String> shark) {
    this.folder = folder;
    this.agent = agent;
    this.own = own;
    this.shark = shark;
    this.jvm = new ChildJvm(folder);
  }

  /** Arguments: optionally the jars of Shark. */
  public static void main(String[] args) throws Exception {
    Path own =
        Path.of(HeapCurve.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toAbsolutePath();
    Path root = own.resolve("../../..").normalize();
    Path folder = Files.createTempDirectory("tt-alloc-benchmarks-");
    HeapCurve curve =
        new HeapCurve(folder, root.resolve("agent/target/tt-alloc-agent.jar"), own, List.of(args));
    double before = load();
    for (int objects : SMALL) {
      curve.measure("small", objects);
    }
    for (int objects : MIXED) {
      curve.measure("mixed", objects);
    }
    Path paper = root.resolve("docs/measurements/heap-benchmarks.md");
    String old = Files.readString(paper);
    String atExit = old.contains(AT_EXIT) ? old.substring(old.indexOf(AT_EXIT)) : "";
    Files.writeString(paper, head(before) + curve.rows + atExit);
    delete(folder);
  }

  /** Deletes a folder with its files and its only subfolder, which contains ledgers. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static String head(double loadBefore) {
    return String.format(
        Locale.ROOT,
        """
      # What it costs to search the heap

      Written by the run itself. To repeat it, with or without the jars of Shark 2.14 and its dependencies:

      ```sh
      mvn -B -ntp -DskipTests package
      java -cp benchmarks/target/tt-alloc-benchmarks.jar io.ttalloc.benchmarks.heap.HeapCurve JARS
      ```

      Heaps with a hundred open resources in a list, dumped by the program itself under the agent (`dumpHeap`, live
      objects only) and read by a separate process: tt-alloc's is started as the agent starts it, with a heap of at most 64 MB
      plus 7/8 of the dump, and with the optimizing compiler if the dump has 256 MB or more; Shark's has the same collector, all
      compilers and as much heap as it wants, and reads only up to 4,000,000 objects, because larger heaps take it minutes. Of
      the small objects, a quarter are nodes in an array and in a `HashMap`, and the others are the keys and entries of the map:
      such small objects need the most memory for each byte of a dump. The mixed objects are those of a typical program: orders
      with strings, a map of properties, a list of lines and some bytes. Elapsed time and CPU time are each the minimum of %d
      runs, because other work on the machine only adds to them, and memory is the peak resident memory of all runs; above
      %,d objects there is only one run. Shark is measured with and without computing the bytes that would be freed, which
      tt-alloc always computes.

      Measured on %d processors, OpenJDK %s, load average %.1f at the start and %.1f at the end.

      | objects asked for | of which | dump | made in | read by | elapsed | CPU | memory |
      |--:|---|--:|--:|---|--:|--:|--:|
      """,
        ROUNDS,
        MAX_REPEATED,
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.runtime.version"),
        loadBefore,
        load());
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private void measure(String mix, int objects) throws IOException, InterruptedException {
    Path dump = folder.resolve("heap.hprof");
    ChildJvm.Ended made = jvm.run(true, program(mix, objects, dump));
    String what =
        String.format(
            Locale.ROOT,
            "| %,d | %s | %,d MB | %.1f s | ",
            objects,
            mix,
            Files.size(dump) >> 20,
            made.seconds());
    Path out = folder.resolve("holders.json");
    String heapCommand = "io.ttalloc.heap.HeapDumpCommand";
    int rounds = objects > MAX_REPEATED ? 1 : ROUNDS;
    row(
        rounds,
        what + "tt-alloc",
        flagsFor(Files.size(dump) >> 20),
        agent.toString(),
        heapCommand,
        dump,
        out.toString());
    if (!Files.readString(out).contains("LISTENERS")) {
      throw new IllegalStateException("no path to a resource in " + out);
    }
    Files.delete(out);
    if (!shark.isEmpty() && objects <= MAX_FOR_SHARK) {
      String jars = String.join(":", shark);
      String search = SharkSearch.class.getName();
      List<String> flags = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData");
      row(rounds, what + "Shark", flags, jars, search, dump, "false");
      row(rounds, what + "Shark, with what is freed", flags, jars, search, dump, "true");
    }
    Files.delete(dump);
  }

  /** Returns the JVM options with which the agent would start the reader of a dump of this size. */
  private static List<String> flagsFor(long dumpMegabytes) {
    return List.of(
        "-Xmx" + (64 + dumpMegabytes * 7 / 8) + "m",
        "-Xmn16m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=" + (dumpMegabytes < OPTIMIZED_FROM_MEGABYTES ? 1 : 4),
        "-XX:-UsePerfData");
  }

  private List<String> program(String mix, int objects, Path dump) throws IOException {
    Path rules = FilledHeap.writeRules(folder);
    String agentArgument =
        "-javaagent:" + agent + "=rules=" + rules + ",dir=" + folder.resolve("ld");
    return List.of(
        "-Xmx4g",
        agentArgument,
        "-cp",
        own.toString(),
        FilledHeap.class.getName(),
        mix,
        String.valueOf(objects),
        dump.toString());
  }

  /** Measures a program that reads the dump, and adds a row with the results to the table. */
  private void row(
      int rounds,
      String what,
      List<String> flags,
      String jars,
      String main,
      Path dump,
      String second)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(flags);
    command.addAll(List.of("-cp", own + ":" + jars, MEASURED, main, dump.toString(), second));
    double seconds = Double.MAX_VALUE;
    double cpu = Double.MAX_VALUE;
    double peak = 0;
    for (int round = 0; round < rounds; round++) {
      ChildJvm.Ended ended = jvm.run(false, command);
      seconds = Math.min(seconds, ended.seconds());
      cpu = Math.min(cpu, ended.numbers("cpu.nanos").get(0) / NANOS_PER_SECOND);
      peak = Math.max(peak, ended.numbers("peak.kilobytes").get(0) / KILOBYTES_PER_MEGABYTE);
    }
    String row =
        String.format(Locale.ROOT, "%s | %.2f s | %.2f s | %,.0f MB |%n", what, seconds, cpu, peak);
    System.out.print(row);
    rows.append(row);
  }
}
