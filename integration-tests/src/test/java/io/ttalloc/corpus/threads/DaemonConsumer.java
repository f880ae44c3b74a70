package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Daemon threads consume messages until the process ends; main only waits until all messages are
 * delivered.
 */
public final class DaemonConsumer {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.DaemonConsumer$Conn
          type: connection
          open: [connect]
          close: [close]
          label: $0
      """;

  private static final int MESSAGES = 6;

  private DaemonConsumer() {}

  /** A connection to the destination of the messages. */
  static final class Conn implements AutoCloseable {
    private final String name;
    private int delivered;

    private Conn(String name) {
      this.name = name;
    }

    static Conn connect(String name) {
      return new Conn(name);
    }

    boolean deliver(String message) {
      delivered++;
      return delivered > name.length() + message.length();
    }

    @Override
    public void close() {
      delivered = 0;
    }
  }

  /** Takes messages and never returns. */
  abstract static class Consumer implements Runnable {
    final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    final CountDownLatch delivered = new CountDownLatch(MESSAGES);

    abstract void consume() throws InterruptedException;

    @Override
    public void run() {
      try {
        consume();
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    }

    /** Returns when the consumer has delivered all messages and is waiting for the next one. */
    void consumeAll() throws InterruptedException {
      Thread thread = new Thread(this, "consumer");
      thread.setDaemon(true);
      thread.start();
      for (int message = 0; message < MESSAGES; message++) {
        queue.put("message " + message);
      }
      delivered.await();
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      System.out.println("all delivered");
    }
  }

  /** Opens a new connection for each message. */
  static final class Reconnecting extends Consumer {
    @Override
    void consume() throws InterruptedException {
      while (true) {
        deliver(queue.take());
        delivered.countDown();
      }
    }

    private static void deliver(String message) {
      Conn conn = Conn.connect("hub");
      if (conn.deliver(message)) {
        System.out.println("flushed");
      }
    }
  }

  /** Connects once, and is still waiting for messages when the process ends. */
  static final class Connected extends Consumer {
    @Override
    void consume() throws InterruptedException {
      try (Conn conn = Conn.connect("hub")) {
        while (true) {
          if (conn.deliver(queue.take())) {
            System.out.println("flushed");
          }
          delivered.countDown();
        }
      }
    }
  }

  @Truth(
      why = "each message is delivered on a connection of its own that is dropped unclosed",
      leaks =
          @Leak(
              type = "connection",
              count = MESSAGES,
              openedAt = "DaemonConsumer$Reconnecting.deliver"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      new Reconnecting().consumeAll();
    }
  }

  @Truth(why = "the daemon still waits for messages inside its try-with-resources at the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      new Connected().consumeAll();
    }
  }
}
