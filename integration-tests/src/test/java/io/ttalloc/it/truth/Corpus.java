package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Jdk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs programs of the corpus and of the cases, two at a time. */
final class Corpus {
  private static final int AT_A_TIME = 2;

  private Corpus() {}

  /** Runs a program once or several times. */
  interface Run<P, R> {
    R of(P program, Jdk jdk) throws Exception;
  }

  /** Runs all programs on each JDK, and returns the results in the order of the runs. */
  static <P, R> List<R> run(Run<P, R> run, List<P> programs, List<Jdk> jdks) throws Exception {
    List<Callable<R>> runs = new ArrayList<>();
    for (Jdk jdk : jdks) {
      for (P program : programs) {
        runs.add(() -> run.of(program, jdk));
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<R> results = new ArrayList<>();
      for (Future<R> result : executor.invokeAll(runs)) {
        results.add(result.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
