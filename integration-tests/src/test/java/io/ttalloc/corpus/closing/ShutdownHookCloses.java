package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An indexer whose shards are closed by a shutdown hook. The program calls System.exit from deep
 * inside its work.
 */
public final class ShutdownHookCloses {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.ShutdownHookCloses$Shard
          type: shard
          open: [<init>]
          close: [close]
          label: number
      """;

  private ShutdownHookCloses() {}

  static final class Shard implements AutoCloseable {
    private final int number;
    private volatile boolean open = true;

    Shard(int number) {
      this.number = number;
    }

    void index(int document) {
      if (!open || document < 0) {
        throw new IllegalArgumentException(
            "shard " + number + " does not take document " + document);
      }
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static final class Indexer {
    private final List<Shard> shards = new CopyOnWriteArrayList<>();

    void openUpTo(int count) {
      for (int i = shards.size(); i < count; i++) {
        shards.add(new Shard(i));
      }
    }

    List<Shard> shards() {
      return shards;
    }

    void index(int from, int to) {
      for (int document = from; document < to; document++) {
        shards.get(document % shards.size()).index(document);
      }
      if (to == 600) {
        finish();
      }
    }

    private static void finish() {
      System.out.println("last batch was indexed");
      System.exit(0);
    }
  }

  static void closeAtExit(List<Shard> shards) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> shards.forEach(Shard::close), "close shards"));
  }

  static void run(Indexer indexer) {
    for (int batch = 0; batch < 6; batch++) {
      // The load grows, and with it the number of shards.
      indexer.openUpTo(batch < 3 ? 4 : 7);
      indexer.index(batch * 100, batch * 100 + 100);
    }
  }

  @Truth(
      why = "the hook closes a copy of the list from before the last three shards were opened",
      leaks =
          @Leak(
              type = "shard",
              count = 3,
              openedAt = "ShutdownHookCloses$Indexer.openUpTo",
              heldBy = "the list ShutdownHookCloses$Indexer.shards, from the main thread"))
  public static final class Leaking {
    public static void main(String[] args) {
      Indexer indexer = new Indexer();
      indexer.openUpTo(4);
      closeAtExit(List.copyOf(indexer.shards()));
      run(indexer);
    }
  }

  @Truth(why = "the shutdown hook closes all shards that are in the list by then")
  public static final class Mended {
    public static void main(String[] args) {
      Indexer indexer = new Indexer();
      indexer.openUpTo(4);
      closeAtExit(indexer.shards());
      run(indexer);
    }
  }
}
