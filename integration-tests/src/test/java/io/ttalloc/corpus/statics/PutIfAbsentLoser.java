package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A static map of open indexes; a look-up adds the index of a table if the map has none. */
public final class PutIfAbsentLoser {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.PutIfAbsentLoser$Index
          type: index
          open: [<init>]
          close: [close]
          bytes: pages()
      """;

  static final ConcurrentMap<String, Index> INDEXES = new ConcurrentHashMap<>();

  private PutIfAbsentLoser() {}

  /** An index that is mapped into memory. */
  static final class Index implements AutoCloseable {
    private final long pages;
    private boolean mapped = true;

    private Index(Builder builder) {
      this.pages = builder.pages;
    }

    long pages() {
      return pages;
    }

    int lookUp(String term) {
      if (!mapped) {
        throw new IllegalStateException("the index is not mapped, looked up " + term);
      }
      return term.length();
    }

    @Override
    public void close() {
      mapped = false;
    }

    /** A builder that sets the size of an index and then maps the index. */
    static final class Builder {
      private long pages = 1;

      Builder pages(long count) {
        pages = count;
        return this;
      }

      Index map() {
        return new Index(this);
      }
    }
  }

  /** Maps the index of a table. */
  static Index map(String table) {
    return new Index.Builder().pages(4096L * table.length()).map();
  }

  static void closeAll() {
    INDEXES.values().forEach(Index::close);
    INDEXES.clear();
  }

  @Truth(
      why = "the index is mapped before putIfAbsent, and the one that comes too late is forgotten",
      leaks = @Leak(type = "index", count = 20, openedAt = "PutIfAbsentLoser.map"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int found = 0;
      for (int query = 0; query < 30; query++) {
        String table = "table-" + query % 10;
        INDEXES.putIfAbsent(table, map(table));
        found += INDEXES.get(table).lookUp("term" + query);
      }
      System.out.println("found " + found);
      closeAll();
    }
  }

  @Truth(
      why = "computeIfAbsent maps an index only when there is none, and all are closed at the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int found = 0;
      for (int query = 0; query < 30; query++) {
        String table = "table-" + query % 10;
        Index index = INDEXES.computeIfAbsent(table, PutIfAbsentLoser::map);
        found += index.lookUp("term" + query);
      }
      System.out.println("found " + found);
      closeAll();
    }
  }
}
