package io.ttalloc.cli;

import java.util.Iterator;
import java.util.List;

/**
 * The words of the demo for shell completion, listed here because the demo is a separate JAR file.
 */
final class DemoWords {
  private DemoWords() {}

  /** The names of the scenarios. */
  static final class Scenarios implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("mesh", "accumulate", "faults").iterator();
    }
  }

  /** The arguments of the scenarios: faults and options. */
  static final class Arguments implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of(
              "mesh-dropped",
              "cb-never-freed",
              "cb-free-by-device",
              "free-unseen",
              "teardown-unreported",
              "view-left-open",
              "double-allocation",
              "cq-rebuilt",
              "unstable-cache-key",
              "workload-dropped",
              "close-fails",
              "double-close",
              "use-after-close",
              "reordered-close",
              "fabric-program-reset",
              "--list",
              "--cleaner",
              "--clear-cache",
              "--iterations",
              "--runs")
          .iterator();
    }
  }
}
