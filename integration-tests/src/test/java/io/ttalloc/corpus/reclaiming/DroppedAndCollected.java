package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Executor tasks that drop the resources they opened. Garbage is collected before the program ends.
 */
public final class DroppedAndCollected {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.DroppedAndCollected$Snapshot
          type: snapshot
          open: [take(long)]
          close: [close]
          label: $0
      """;

  private DroppedAndCollected() {}

  static final class Snapshot implements AutoCloseable {
    private final long version;

    private Snapshot(long version) {
      this.version = version;
    }

    static Snapshot take(long version) {
      return new Snapshot(version);
    }

    long version() {
      return version;
    }

    @Override
    public void close() {}
  }

  abstract static class Reports {
    private final List<WeakReference<Snapshot>> taken = new ArrayList<>();

    final Snapshot snapshot(long version) {
      Snapshot snapshot = Snapshot.take(version);
      synchronized (taken) {
        taken.add(new WeakReference<>(snapshot));
      }
      return snapshot;
    }

    abstract long report(long version);

    final void runAll() {
      ExecutorService workers = Executors.newFixedThreadPool(3);
      List<CompletableFuture<Long>> reports = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        long version = i;
        reports.add(CompletableFuture.supplyAsync(() -> report(version), workers));
      }
      System.out.println(reports.stream().mapToLong(CompletableFuture::join).sum());
      workers.shutdown();
    }

    final void awaitCollected() {
      for (int i = 0; i < 200 && taken.stream().anyMatch(one -> one.get() != null); i++) {
        System.gc();
      }
      System.out.println(
          taken.stream().filter(one -> one.get() != null).count() + " snapshots left");
    }
  }

  @Truth(
      why =
          "a report on a version that is not a multiple of six drops its snapshot, and the collector takes it unclosed",
      leaks =
          @Leak(
              type = "snapshot",
              count = 250,
              openedAt = "DroppedAndCollected$Leaking$Dropping.report"))
  public static final class Leaking {
    public static void main(String[] args) {
      Reports reports = new Dropping();
      reports.runAll();
      reports.awaitCollected();
    }

    static final class Dropping extends Reports {
      @Override
      long report(long version) {
        Snapshot snapshot = snapshot(version);
        if (version % 6 != 0) {
          return snapshot.version();
        }
        snapshot.close();
        return 0;
      }
    }
  }

  @Truth(why = "every snapshot was closed before the collector took it")
  public static final class Mended {
    public static void main(String[] args) {
      Reports reports = new Closing();
      reports.runAll();
      reports.awaitCollected();
    }

    static final class Closing extends Reports {
      @Override
      long report(long version) {
        try (Snapshot snapshot = snapshot(version)) {
          return version % 6 != 0 ? snapshot.version() : 0;
        }
      }
    }
  }
}
