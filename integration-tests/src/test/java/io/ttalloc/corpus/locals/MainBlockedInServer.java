package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;

/** A main thread that runs a server loop and never returns; another thread ends the process. */
public final class MainBlockedInServer {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.MainBlockedInServer$Log
          type: log
          open: [<init>]
          close: [close]
          label: name
      """;

  private MainBlockedInServer() {}

  /** A log to which the server writes. */
  static final class Log implements AutoCloseable {
    final String name;
    private int lines;

    Log(String name) {
      this.name = name;
    }

    int write() {
      lines++;
      return lines;
    }

    @Override
    public void close() {
      lines = 0;
    }
  }

  /** Starts a new log after every ten lines. */
  abstract static class Server {
    final Deque<String> names = new ArrayDeque<>();
    private final CountDownLatch idle = new CountDownLatch(1);

    abstract void retire(Log log);

    private static Log nextLog(int turn) {
      return new Log("log." + turn);
    }

    /** Opens six logs; the sixth is still in use when no more requests arrive. */
    void serve() throws InterruptedException {
      for (int turn = 0; turn < 5; turn++) {
        Log log = nextLog(turn);
        while (log.write() < 10) {
          names.add(log.name);
        }
        retire(log);
      }
      try (Log log = nextLog(5)) {
        System.out.println(log.name + " line " + log.write() + ", " + names.size() + " before");
        exitSoon(Thread.currentThread());
        idle.await();
      }
    }

    /** Starts a thread that ends the process as soon as main is blocked. */
    private static void exitSoon(Thread main) {
      Runnable exit =
          () -> {
            while (main.getState() != Thread.State.WAITING) {
              Thread.onSpinWait();
            }
            System.exit(0);
          };
      new Thread(exit, "console").start();
    }
  }

  @Truth(
      why = "five retired logs are only put aside in the server; the sixth is still in use",
      leaks =
          @Leak(
              type = "log",
              count = 5,
              openedAt = "MainBlockedInServer$Server.nextLog",
              heldBy = "the field retired of the server that main runs"))
  public static final class Leaking {
    private Leaking() {}

    /** Keeps old logs for later queries. */
    static final class Keeping extends Server {
      private final Deque<Log> retired = new ArrayDeque<>();

      @Override
      void retire(Log log) {
        retired.addFirst(log);
        names.add(retired.getFirst().name);
      }
    }

    public static void main(String[] args) throws InterruptedException {
      new Keeping().serve();
    }
  }

  @Truth(why = "retired logs are closed, and main still uses the last one when the process ends")
  public static final class Mended {
    private Mended() {}

    /** Closes old logs. */
    static final class Closing extends Server {
      @Override
      void retire(Log log) {
        log.close();
        names.add(log.name);
      }
    }

    public static void main(String[] args) throws InterruptedException {
      new Closing().serve();
    }
  }
}
