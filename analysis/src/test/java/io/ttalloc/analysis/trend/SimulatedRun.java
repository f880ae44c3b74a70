package io.ttalloc.analysis.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A run of so many cycles in which resources of one type and stack are opened and closed. Time is
 * in cycles; cycle {@code i} lasts from {@code i} to {@code i + 1}, when it is sampled.
 */
final class SimulatedRun {
  private static final int MOST_SAMPLES = 32;

  final Random random;
  final int cycles;
  private final List<double[]> resources = new ArrayList<>();

  SimulatedRun(long seed, int cycles) {
    random = new Random(seed);
    this.cycles = cycles;
  }

  void open(double from, double to) {
    resources.add(new double[] {from, to});
  }

  void leak(double from) {
    open(from, Double.POSITIVE_INFINITY);
  }

  int poisson(double mean) {
    double limit = Math.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  /** Resources in use when a cycle ends, each for a fraction of a cycle. */
  void inFlight(double mean) {
    for (int i = 1; i <= cycles; i++) {
      for (int k = poisson(mean); k > 0; k--) {
        open(i - random.nextDouble(), i + 0.5 * random.nextDouble());
      }
    }
  }

  /** As the ledger keeps it: with more than 32 samples every second one is dropped. */
  OpenSeries series() {
    int stride = 1;
    while (cycles / stride > MOST_SAMPLES) {
      stride *= 2;
    }
    int samples = cycles / stride;
    long[] open = new long[samples];
    long[] left = new long[samples];
    for (double[] resource : resources) {
      for (int i = 0; i < samples; i++) {
        double at = (i + 1) * stride;
        boolean opened = resource[0] < at;
        open[i] += opened && resource[1] >= at ? 1 : 0;
        boolean inCycle = opened && resource[0] >= at - stride;
        left[i] += inCycle && resource[1] > cycles + 0.25 ? 1 : 0;
      }
    }
    return new OpenSeries(open, left, new long[0]);
  }
}
