package io.ttalloc.it.reliability.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Samples of a process's memory, taken once a second. The program takes and prints the samples; the
 * test checks whether they grow.
 */
final class SoakSamples {
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^sample heap (\\d+) ledger (\\d+) descriptors (\\d+) threads (\\d+)$");

  /** The minimum number of samples for detecting growth. */
  static final int MIN_SAMPLES = 12;

  private final Path folder;
  private final HeapGate heap;

  /** Creates a sampler in the program, which must close the gate while the heap is full. */
  SoakSamples(String folder, HeapGate heap) {
    this.folder = Path.of(folder, "ledgers");
    this.heap = heap;
  }

  /** Takes samples for the given time, or longer if a slow machine has taken too few by then. */
  void take(long seconds) throws IOException {
    long min = Math.min(seconds, MIN_SAMPLES);
    long start = System.nanoTime();
    for (long taken = 0;
        taken < min || System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds);
        taken++) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      heap.enter();
      try {
        sample();
      } finally {
        heap.leave();
      }
    }
  }

  private void sample() throws IOException {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    System.out.print(
        "sample heap "
            + used
            + " ledger "
            + ledgerBytes()
            + " descriptors "
            + descriptors()
            + " threads "
            + ManagementFactory.getThreadMXBean().getThreadCount()
            + "\n");
  }

  private long ledgerBytes() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.toString().endsWith(".ledger")) {
          return Files.size(file);
        }
      }
    }
    throw new IOException("no ledger in " + folder);
  }

  private static int descriptors() {
    String[] found = Path.of("/proc/self/fd").toFile().list();
    return found == null ? 0 : found.length;
  }

  /**
   * Reads the samples in the output of the program, as one list per kind, in the order of the kinds
   * in a line. Called by the test.
   */
  static List<List<Long>> in(String output) {
    List<List<Long>> kinds = new ArrayList<>();
    for (int kind = 0; kind < 4; kind++) {
      kinds.add(new ArrayList<>());
    }
    Matcher matcher = SAMPLE.matcher(output);
    while (matcher.find()) {
      for (int kind = 0; kind < 4; kind++) {
        kinds.get(kind).add(Long.valueOf(matcher.group(kind + 1)));
      }
    }
    return kinds;
  }

  /**
   * The minimum of the last third minus the minimum of the middle third. Memory that the eight
   * threads happen to be using can only raise a sample, so the minimum contains little of it; a
   * leak raises even the minimum.
   */
  static long growth(List<Long> samples) {
    int third = samples.size() / 3;
    return Collections.min(samples.subList(2 * third, 3 * third))
        - Collections.min(samples.subList(third, 2 * third));
  }
}
