package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Subscribers that each have a connection and a thread, which reads from the connection and closes
 * it at the end.
 */
public final class SubscribersWithReader {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.SubscribersWithReader$Conn
          type: connection
          open: [connect]
          close: [close]
      """;

  private static final int TOPICS = 4;

  private SubscribersWithReader() {}

  /** A connection that receives messages until it is closed. */
  static final class Conn implements AutoCloseable {
    private static final String LAST = "";

    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    static Conn connect() {
      return new Conn();
    }

    String read() throws InterruptedException {
      return messages.take();
    }

    @Override
    public void close() {
      messages.add(LAST);
    }
  }

  /** A subscriber, whose reader thread ends when the connection is closed. */
  static final class Subscriber implements AutoCloseable {
    private final Conn conn;
    private final Thread reader;

    Subscriber(String topic) {
      conn = Conn.connect();
      reader = new Thread(this::readAll, "reader of " + topic);
      reader.setDaemon(true);
      reader.start();
      while (reader.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }

    private void readAll() {
      try {
        while (!conn.read().equals(Conn.LAST)) {
          System.out.println("read");
        }
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      } finally {
        conn.close();
      }
    }

    @Override
    public void close() {
      conn.close();
    }
  }

  @Truth(
      why = "nobody closes the subscribers, so no reader ever reaches its finally block",
      leaks =
          @Leak(
              type = "connection",
              count = TOPICS,
              openedAt = "SubscribersWithReader$Subscriber.<init>"))
  public static final class Leaking {
    public static void main(String[] args) {
      for (int topic = 0; topic < TOPICS; topic++) {
        System.out.println(new Subscriber("topic " + topic).reader.getName());
      }
    }
  }

  @Truth(why = "each subscriber is closed after it has been used")
  public static final class Mended {
    public static void main(String[] args) {
      for (int topic = 0; topic < TOPICS; topic++) {
        try (Subscriber subscriber = new Subscriber("topic " + topic)) {
          System.out.println(subscriber.reader.getName());
        }
      }
    }
  }
}
