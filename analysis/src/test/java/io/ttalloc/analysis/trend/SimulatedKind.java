package io.ttalloc.analysis.trend;

import java.util.ArrayDeque;
import java.util.Deque;

/** Programs that leak, and programs that do not. */
enum SimulatedKind {
  CONSTANT("constant") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.atStart(run, 1 + run.random.nextInt(50));
    }
  },
  NOISE("noise around a level") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.atStart(run, run.random.nextInt(20));
      run.inFlight(0.5 + 20 * run.random.nextDouble());
    }
  },
  WARM_UP("warm-up that ends by the middle") {
    @Override
    void run(SimulatedRun run) {
      int end = 1 + run.random.nextInt(Math.max(1, run.cycles / 2));
      double rate = 0.3 + 3 * run.random.nextDouble();
      for (int i = 0; i < end; i++) {
        for (int k = run.poisson(rate); k > 0; k--) {
          run.leak(i + run.random.nextDouble());
        }
      }
      run.inFlight(run.random.nextInt(2) * 3 * run.random.nextDouble());
    }
  },
  CACHE("cache that is full after a third") {
    @Override
    void run(SimulatedRun run) {
      double rate = 0.2 + 3 * run.random.nextDouble();
      int capacity = Math.max(1, (int) (rate * run.cycles / 3 * run.random.nextDouble()));
      Deque<Double> held = new ArrayDeque<>();
      for (int i = 0; i < run.cycles; i++) {
        for (int k = run.poisson(rate); k > 0; k--) {
          double now = i + run.random.nextDouble();
          held.add(now);
          if (held.size() > capacity) {
            run.open(held.remove(), now);
          }
        }
      }
      held.forEach(run::leak);
    }
  },
  POOL("pool that renews its members") {
    @Override
    void run(SimulatedRun run) {
      int size = 1 + run.random.nextInt(20);
      double max = Math.max(1, run.cycles / 5.0);
      double lifetime = 0.5 + (max - 0.5) * run.random.nextDouble();
      boolean fixed = run.random.nextBoolean();
      for (int k = 0; k < size; k++) {
        double at = run.random.nextDouble();
        while (at < run.cycles) {
          double end = at + (fixed ? lifetime : run.exponential(lifetime));
          run.open(at, end);
          at = end;
        }
      }
    }
  },
  CHURN("churn around a level") {
    @Override
    void run(SimulatedRun run) {
      double level = 1 + 40 * run.random.nextDouble();
      double lifetime = Math.max(0.3, run.cycles / 10.0 * run.random.nextDouble());
      for (double at = 0; at < run.cycles; at += run.exponential(lifetime / level)) {
        run.open(at, at + run.exponential(lifetime));
      }
    }
  },
  JUMP("one jump") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.atStart(run, run.random.nextInt(10));
      double at = run.cycles * run.random.nextDouble();
      for (int k = 1 + run.random.nextInt(30); k > 0; k--) {
        run.leak(at);
      }
      run.inFlight(run.random.nextInt(2) * 3 * run.random.nextDouble());
    }
  },
  IDLE("warm-up, then idle") {
    @Override
    void run(SimulatedRun run) {
      int end = 1 + run.random.nextInt(Math.max(1, run.cycles / 2));
      for (int i = 0; i < end; i++) {
        run.leak(i + run.random.nextDouble());
      }
      run.idleFrom(end);
    }
  },
  EVERY_CYCLE("every cycle, nothing in use at its end") {
    @Override
    void run(SimulatedRun run) {
      for (int i = 0; i < run.cycles; i++) {
        run.leak(i + run.random.nextDouble());
      }
    }
  },
  LEAK_1("1") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.leak(run, 1);
    }
  },
  LEAK_2("1/2") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.leak(run, 0.5);
    }
  },
  LEAK_4("1/4") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.leak(run, 0.25);
    }
  },
  LEAK_8("1/8") {
    @Override
    void run(SimulatedRun run) {
      SimulatedKind.leak(run, 0.125);
    }
  },
  EVERY_SECOND("every 2nd cycle, idle in the last quarter") {
    @Override
    void run(SimulatedRun run) {
      int end = run.cycles - run.cycles / 4;
      for (int i = run.random.nextInt(2); i < end; i += 2) {
        run.leak(i + run.random.nextDouble());
      }
      run.idleFrom(end);
    }
  };

  final String words;

  SimulatedKind(String words) {
    this.words = words;
  }

  abstract void run(SimulatedRun run);

  boolean leaks() {
    return compareTo(EVERY_CYCLE) >= 0;
  }

  private static void atStart(SimulatedRun run, int count) {
    for (int k = 0; k < count; k++) {
      run.leak(run.random.nextDouble());
    }
  }

  /**
   * Leaks a resource with the given probability in each cycle. Also adds a few resources that stay
   * open from the first cycles, as after a warm-up, and some that are in use when a cycle ends.
   */
  private static void leak(SimulatedRun run, double rate) {
    for (int i = 0; i < run.cycles; i++) {
      if (run.random.nextDouble() < rate) {
        run.leak(i + run.random.nextDouble());
      }
    }
    int warm = 1 + run.cycles / 8;
    for (int k = run.random.nextInt(8); k > 0; k--) {
      run.leak(warm * run.random.nextDouble());
    }
    run.inFlight(2 * run.random.nextDouble());
  }

  /** The number of runs in which growth is found. */
  int found(int cycles, int runs) {
    int found = 0;
    for (int k = 0; k < runs; k++) {
      SimulatedRun run = new SimulatedRun(1_000_003L * cycles + k, cycles);
      run(run);
      found += Trend.growsInNumber(run.series()) ? 1 : 0;
    }
    return found;
  }
}
