package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the cost of open resources: heap and ledger per object, full collections, and a dump of
 * all of them. Processes with and without tracking run alternately.
 */
final class LiveSet {
  private static final int STACKS = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final ChildJvm jvm;
  private final Path agent;
  private final Path rules;
  private final Path monitor;
  private final Path child;
  private final Path directory;

  LiveSet(ChildJvm jvm, Path agent, Path rules, Path monitor, Path child, Path directory) {
    this.jvm = jvm;
    this.agent = agent;
    this.rules = rules;
    this.monitor = monitor;
    this.child = child;
    this.directory = directory;
  }

  /**
   * The extent of a measurement.
   *
   * @param name the number of resources as it appears in the names of figures
   * @param count the number of resources
   * @param heap the JVM option for the heap
   * @param rounds the number of repetitions
   * @param collections the number of timed collections per process
   * @param dumps the number of timed dumps
   */
  record Size(String name, int count, String heap, int rounds, int collections, int dumps) {}

  List<ProcessFigure> measure(Size size, boolean compressed)
      throws IOException, InterruptedException {
    List<Double> heapBytes = new ArrayList<>();
    List<Double> ledgerBytes = new ArrayList<>();
    List<Double> untracked = new ArrayList<>();
    List<Double> tracked = new ArrayList<>();
    Dumps dumps = new Dumps(jvm, monitor, directory);
    for (int round = 0; round < size.rounds; round++) {
      LeftLedgers.deleteAll(directory);
      ChildJvm.Ended without = hold(size, false, compressed);
      double usedWithout = without.numbers("used.bytes").get(0);
      untracked.addAll(without.numbers("collection.nanos"));
      ChildJvm.Ended with = hold(size, true, compressed);
      heapBytes.add((with.numbers("used.bytes").get(0) - usedWithout) / size.count);
      tracked.addAll(with.numbers("collection.nanos"));
      Path ledger = LeftLedgers.only(directory);
      ledgerBytes.add(Files.size(ledger) / (double) size.count);
      for (int i = 0; i < size.dumps; i++) {
        dumps.measure(ledger, size.count);
      }
    }
    LeftLedgers.deleteAll(directory);
    return figures(size, compressed, heapBytes, ledgerBytes, untracked, tracked, dumps);
  }

  private static List<ProcessFigure> figures(
      Size size,
      boolean compressed,
      List<Double> heapBytes,
      List<Double> ledgerBytes,
      List<Double> untracked,
      List<Double> tracked,
      Dumps dumps) {
    String suffix = "." + size.name + (compressed ? "" : ".wideReferences");
    String live =
        String.format(Locale.ROOT, "%,d live", size.count)
            + (compressed ? "" : ", references not compressed");
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < heapBytes.size(); i++) {
      sums.add(heapBytes.get(i) + ledgerBytes.get(i));
    }
    Estimate with = Estimate.median(tracked).per(NANOS_PER_MILLI);
    Estimate without = Estimate.median(untracked).per(NANOS_PER_MILLI);
    List<ProcessFigure> figures = new ArrayList<>();
    figures.add(
        new ProcessFigure(
            "memory" + suffix, "heap and ledger per object, " + live, Estimate.median(sums), "B"));
    figures.add(
        new ProcessFigure(
            "heap" + suffix, "heap per object, " + live, Estimate.median(heapBytes), "B"));
    figures.add(
        new ProcessFigure(
            "ledger" + suffix, "ledger per object, " + live, Estimate.median(ledgerBytes), "B"));
    figures.add(new ProcessFigure("collection" + suffix, "full collection, " + live, with, "ms"));
    figures.add(
        new ProcessFigure(
            "collectionUntracked" + suffix,
            "full collection of the same heap untracked, " + live,
            without,
            "ms"));
    figures.add(
        new ProcessFigure(
            "collectionRatio" + suffix,
            "full collection relative to the same heap untracked, " + live,
            with.over(without),
            "x"));
    figures.addAll(dumps.figures(suffix, "%s, %,d stacks".formatted(live, STACKS)));
    return figures;
  }

  private ChildJvm.Ended hold(Size size, boolean tracking, boolean compressed)
      throws IOException, InterruptedException {
    return jvm.run(
        tracking,
        List.of(
            "-Xms" + size.heap,
            "-Xmx" + size.heap,
            compressed ? "-XX:+UseCompressedOops" : "-XX:-UseCompressedOops",
            "-javaagent:%s=rules=%s,dir=%s".formatted(agent, rules, directory),
            "-cp",
            child.toString(),
            LiveResources.class.getName(),
            Integer.toString(size.count),
            Integer.toString(STACKS),
            Integer.toString(size.collections)));
  }
}
