package io.ttalloc.corpus.caches;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/**
 * A cache of prepared statements. Its keys contain the request number, so later requests never hit
 * the cache.
 */
public final class KeysNeverHit {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.KeysNeverHit$Statement
          type: statement
          open: [<init>]
          close: [close]
          label: sql
      """;

  private KeysNeverHit() {}

  static final class Statement implements AutoCloseable {
    private final String sql;
    private int executions;

    Statement(String sql) {
      this.sql = sql;
    }

    int execute() {
      executions++;
      return sql.length() + executions;
    }

    @Override
    public void close() {}
  }

  static final class Statements {
    private static final Map<String, Statement> CACHE = new HashMap<>();

    private Statements() {}

    static Statement prepare(String key, String sql) {
      return CACHE.computeIfAbsent(key, k -> new Statement(sql));
    }

    /** Closes the statements of the program's three queries. */
    static void closeCommon() {
      for (int table = 0; table < 3; table++) {
        Statement statement = CACHE.remove(sqlOf(table));
        if (statement != null) {
          statement.close();
        }
      }
    }
  }

  static String sqlOf(int table) {
    return "select count(*) from table" + table % 3;
  }

  @Truth(
      why =
          "the request's number is part of the key, so each request adds a statement that no later one can find",
      leaks =
          @Leak(
              type = "statement",
              count = 98,
              openedAt = "KeysNeverHit$Statements.prepare",
              heldBy = "static KeysNeverHit$Statements.CACHE"))
  public static final class Leaking {
    public static void main(String[] args) {
      int sum = 0;
      for (int request = 0; request < 98; request++) {
        String sql = sqlOf(request);
        sum += Statements.prepare(request + ":" + sql, sql).execute();
        TtAlloc.mark("request");
      }
      Statements.closeCommon();
      System.out.println(sum);
    }
  }

  @Truth(
      why =
          "the key is the SQL text, which later requests hit; the three statements are closed at the end")
  public static final class Mended {
    public static void main(String[] args) {
      int sum = 0;
      for (int request = 0; request < 98; request++) {
        String sql = sqlOf(request);
        sum += Statements.prepare(sql, sql).execute();
        TtAlloc.mark("request");
      }
      Statements.closeCommon();
      System.out.println(sum);
    }
  }
}
