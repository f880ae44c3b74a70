package io.ttalloc.analysis.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A run with a number of cycles in which resources of one type and stack are opened and closed.
 * Time is measured in cycles; cycle {@code i} lasts from {@code i} to {@code i + 1} and is sampled
 * at its end.
 */
final class SimulatedRun {
  private static final int MAX_SAMPLES = 32;

  final Random random;
  final int cycles;
  private int idleFrom;
  private final List<double[]> resources = new ArrayList<>();

  SimulatedRun(long seed, int cycles) {
    random = new Random(seed);
    this.cycles = cycles;
    idleFrom = cycles;
  }

  /**
   * Makes the process open nothing from the given cycle on; before that cycle, it also opens
   * resources of other types.
   */
  void idleFrom(int cycle) {
    idleFrom = cycle;
  }

  void open(double from, double to) {
    resources.add(new double[] {from, to});
  }

  void leak(double from) {
    open(from, Double.POSITIVE_INFINITY);
  }

  int poisson(double mean) {
    double limit = StrictMath.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  double exponential(double mean) {
    return -mean * StrictMath.log(1 - random.nextDouble());
  }

  /** Adds resources that are in use when a cycle ends, each for at most one and a half cycles. */
  void inFlight(double mean) {
    for (int i = 1; i <= cycles; i++) {
      for (int k = poisson(mean); k > 0; k--) {
        open(i - random.nextDouble(), i + 0.5 * random.nextDouble());
      }
    }
  }

  /**
   * Returns the series that a ledger would keep. Like a ledger, drops every second sample as long
   * as there are more than 32.
   */
  OpenSeries series() {
    int stride = 1;
    while (cycles / stride > MAX_SAMPLES) {
      stride *= 2;
    }
    int samples = cycles / stride;
    long[] open = new long[samples];
    long[] left = new long[samples];
    long[] opened = new long[samples];
    for (int i = 0; i < samples; i++) {
      opened[i] = i * stride < idleFrom ? 1 : 0;
    }
    for (double[] resource : resources) {
      int first = Math.max(0, (int) Math.ceil(resource[0] / stride) - 1);
      if (first < samples) {
        left[first] += resource[1] > cycles + 0.25 ? 1 : 0;
        opened[first]++;
      }
      for (int i = first; i < samples && resource[1] >= (i + 1) * stride; i++) {
        open[i]++;
      }
    }
    for (int i = 1; i < samples; i++) {
      opened[i] += opened[i - 1];
    }
    return OpenSeries.withoutIdle(open, left, new long[0], opened);
  }
}
