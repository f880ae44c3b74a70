package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A request handler that is still running when the process ends. The handler has a connection,
 * which its finally block closes through an interface, and a map with the parts of an upload.
 */
public final class PartsBesideConnection {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.PartsBesideConnection$Part
          type: part
          open: [<init>]
          close: [close]
          label: $0
        - class: io.ttalloc.corpus.locals.PartsBesideConnection$Pipe
          type: pipe
          open: [<init>]
          close: [close]
      """;

  private static final int PARTS = 6;

  private PartsBesideConnection() {}

  /** A file with a part of an upload. */
  static final class Part implements AutoCloseable {
    private final String name;

    Part(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      System.out.println("closed " + name);
    }
  }

  /** The pipe that a connection reads from. */
  static final class Pipe implements AutoCloseable {
    @Override
    public void close() {
      System.out.println("closed the pipe");
    }
  }

  /** A connection to a client. */
  interface Connection extends AutoCloseable {
    String next(int part);

    @Override
    void close();
  }

  /** A connection through a pipe. */
  static final class PipeConnection implements Connection {
    private final Pipe pipe = new Pipe();

    @Override
    public String next(int part) {
      return "part " + part;
    }

    @Override
    public void close() {
      pipe.close();
    }
  }

  static Part receive(Connection connection, int part) {
    return new Part(connection.next(part));
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a handler until it waits for the rest of an upload, and ends the process. */
  static void endDuring(Handler handler) {
    CountDownLatch received = new CountDownLatch(1);
    Thread thread = new Thread(() -> handler.handle(received), "handler");
    thread.setDaemon(true);
    thread.start();
    await(received);
    System.exit(0);
  }

  /** Handles an upload whose last part never arrives. */
  interface Handler {
    void handle(CountDownLatch received);
  }

  @Truth(
      why = "the finally block closes the connection only; no line closes the parts in the map",
      leaks =
          @Leak(
              type = "part",
              count = PARTS,
              openedAt = "PartsBesideConnection.receive",
              heldBy = "the local map of handle"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      endDuring(Leaking::handle);
    }

    private static void handle(CountDownLatch received) {
      Map<String, AutoCloseable> parts = new HashMap<>();
      Connection connection = new PipeConnection();
      try {
        for (int part = 0; part < PARTS; part++) {
          parts.put("p" + part, receive(connection, part));
        }
        received.countDown();
        await(new CountDownLatch(1));
        System.out.println(parts.size());
      } finally {
        connection.close();
      }
    }
  }

  @Truth(why = "the finally block would have closed the parts as well as the connection")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      endDuring(Mended::handle);
    }

    private static void handle(CountDownLatch received) {
      Map<String, Part> parts = new HashMap<>();
      Connection connection = new PipeConnection();
      try {
        for (int part = 0; part < PARTS; part++) {
          parts.put("p" + part, receive(connection, part));
        }
        received.countDown();
        await(new CountDownLatch(1));
      } finally {
        parts.values().forEach(Part::close);
        connection.close();
      }
    }
  }
}
