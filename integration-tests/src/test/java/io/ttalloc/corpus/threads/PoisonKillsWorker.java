package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that each process a share of the rows with a statement; some threads hit a malformed row.
 */
public final class PoisonKillsWorker {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.PoisonKillsWorker$Statement
          type: statement
          open: [prepare(String)]
          close: [close]
          label: $0
      """;

  private PoisonKillsWorker() {}

  /** A prepared statement. */
  static final class Statement implements AutoCloseable {
    private final String sql;
    private int rows;

    private Statement(String sql) {
      this.sql = sql;
    }

    static Statement prepare(String sql) {
      return new Statement(sql);
    }

    int insert(String row) {
      rows += Integer.parseInt(row);
      return rows + sql.length();
    }

    @Override
    public void close() {
      rows = 0;
    }
  }

  /** The rows of one worker; every second worker hits a row that is not a number. */
  record Share(int worker) {
    List<String> rows() {
      return worker % 2 == 0 ? List.of("1", "broken", "3") : List.of("1", "2", "3");
    }

    void insertAndCloseAtTheEnd() {
      Statement statement = Statement.prepare("insert into t values (?)");
      rows().forEach(statement::insert);
      statement.close();
    }

    void insertInTry() {
      try (Statement statement = Statement.prepare("insert into t values (?)")) {
        rows().forEach(statement::insert);
      }
    }
  }

  /** The work of one worker on its share. */
  interface Work {
    void of(Share share);
  }

  static int runFive(Work work) throws InterruptedException {
    AtomicInteger died = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int worker = 0; worker < 5; worker++) {
      Share share = new Share(worker);
      Thread thread = new Thread(() -> work.of(share), "worker-" + worker);
      thread.setUncaughtExceptionHandler((dead, failure) -> died.incrementAndGet());
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return died.get();
  }

  @Truth(
      why =
          "the statement is closed in the last line, which a worker with a broken row never"
              + " reaches",
      leaks =
          @Leak(
              type = "statement",
              count = 3,
              openedAt = "PoisonKillsWorker$Share.insertAndCloseAtTheEnd"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println(runFive(Share::insertAndCloseAtTheEnd) + " workers died");
    }
  }

  @Truth(why = "the same workers die, but try-with-resources has closed their statements")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println(runFive(Share::insertInTry) + " workers died");
    }
  }
}
