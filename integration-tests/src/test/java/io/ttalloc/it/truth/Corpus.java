package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs programs of the corpus, two at a time. */
final class Corpus {
  private static final int AT_A_TIME = 2;

  private Corpus() {}

  /** Runs each program on each JDK; the results are in that order. */
  static List<CorpusRun> run(Path folder, List<CorpusProgram> programs, List<Jdk> jdks)
      throws Exception {
    List<Callable<CorpusRun>> runs = new ArrayList<>();
    for (Jdk jdk : jdks) {
      for (CorpusProgram program : programs) {
        runs.add(() -> CorpusRun.of(folder, program, jdk));
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<CorpusRun> results = new ArrayList<>();
      for (Future<CorpusRun> run : executor.invokeAll(runs)) {
        results.add(run.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
