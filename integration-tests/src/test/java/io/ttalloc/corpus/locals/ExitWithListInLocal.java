package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Merges sorted runs of numbers from a local list. The program exits inside nested calls. */
public final class ExitWithListInLocal {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.ExitWithListInLocal$Run
          type: run
          open: [open(int)]
          close: [close]
          label: $0
      """;

  private ExitWithListInLocal() {}

  /** A sorted run of numbers in a file. */
  static final class Run implements AutoCloseable {
    private final int step;
    private int position;

    private Run(int step) {
      this.step = step;
    }

    static Run open(int step) {
      return new Run(step);
    }

    int next() {
      position += step;
      return position;
    }

    @Override
    public void close() {
      position = Integer.MAX_VALUE;
    }
  }

  static List<Run> openAll(int runs) {
    List<Run> opened = new ArrayList<>();
    for (int run = 1; run <= runs; run++) {
      opened.add(Run.open(run));
    }
    return opened;
  }

  static int merge(List<Run> runs) {
    PriorityQueue<Integer> heap = new PriorityQueue<>();
    runs.forEach(run -> heap.add(run.next()));
    runs.forEach(run -> heap.add(run.next()));
    return heap.remove();
  }

  /** Prints the result and ends the process. */
  static void finish(int result) {
    exit("smallest " + result);
  }

  private static void exit(String message) {
    System.out.println(message);
    System.exit(0);
  }

  @Truth(
      why = "the runs have been merged and no line of main closes them, though its list has them",
      leaks =
          @Leak(
              type = "run",
              count = 3,
              openedAt = "ExitWithListInLocal.openAll",
              heldBy = "the local list of main"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      List<Run> runs = openAll(3);
      int result = merge(runs);
      finish(result);
    }
  }

  @Truth(why = "main closes the runs before it goes on to the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      List<Run> runs = openAll(3);
      int result = merge(runs);
      runs.forEach(Run::close);
      finish(result);
    }
  }
}
