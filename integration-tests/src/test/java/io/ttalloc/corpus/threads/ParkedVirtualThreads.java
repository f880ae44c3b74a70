package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Handlers that are parked when the process ends: on virtual threads if the JDK has them, else on
 * daemon threads.
 */
public final class ParkedVirtualThreads {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.ParkedVirtualThreads$Resource
          subtypes: true
          type: resource
          open: [<init>]
          close: [close]
          label: name()
      """;

  private static final List<Thread> HANDLERS = new ArrayList<>();

  private ParkedVirtualThreads() {}

  /** A resource that a handler uses. */
  abstract static class Resource implements AutoCloseable {
    private boolean open = true;

    abstract String name();

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** A client's connection. */
  static final class Conn extends Resource {
    @Override
    String name() {
      return "connection";
    }
  }

  /** A cursor over the headers of a request. */
  static final class Cursor extends Resource {
    @Override
    String name() {
      return "cursor";
    }
  }

  /** A handler that keeps its connection open while it waits for data that never arrives. */
  abstract static class Handler implements Runnable {
    private final CountDownLatch parked;
    private final CountDownLatch never = new CountDownLatch(1);

    Handler(CountDownLatch parked) {
      this.parked = parked;
    }

    abstract String readHeader();

    @Override
    public void run() {
      try (Conn conn = new Conn()) {
        String header = readHeader();
        parked.countDown();
        never.await();
        System.out.println(header + conn.isOpen());
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    }
  }

  private static void start(Runnable handler) {
    try {
      Method startVirtual = Thread.class.getMethod("startVirtualThread", Runnable.class);
      HANDLERS.add((Thread) startVirtual.invoke(null, handler));
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      Thread daemon = new Thread(handler);
      daemon.setDaemon(true);
      daemon.start();
      HANDLERS.add(daemon);
    }
  }

  /** Returns when all handlers have parked or are about to park. */
  static void awaitParked(CountDownLatch parked) throws InterruptedException {
    parked.await();
    for (Thread handler : HANDLERS) {
      while (handler.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    System.out.println(HANDLERS.size() + " handlers wait");
  }

  @Truth(
      why = "each handler drops a cursor unclosed; the connections are still in use at the end",
      leaks =
          @Leak(
              type = "resource",
              count = 10,
              openedAt = "ParkedVirtualThreads$Leaking$Forgetful.readHeader"))
  public static final class Leaking {
    private Leaking() {}

    /** A handler that leaves its cursor to the garbage collector instead of closing it. */
    static final class Forgetful extends Handler {
      Forgetful(CountDownLatch parked) {
        super(parked);
      }

      @Override
      String readHeader() {
        Cursor cursor = new Cursor();
        return cursor.name() + cursor.isOpen();
      }
    }

    public static void main(String[] args) throws InterruptedException {
      CountDownLatch parked = new CountDownLatch(10);
      for (int request = 0; request < 10; request++) {
        start(new Forgetful(parked));
      }
      awaitParked(parked);
    }
  }

  @Truth(why = "the cursors are closed, and each handler still works inside its try-with-resources")
  public static final class Mended {
    private Mended() {}

    /** Closes the cursor before it waits. */
    static final class Tidy extends Handler {
      Tidy(CountDownLatch parked) {
        super(parked);
      }

      @Override
      String readHeader() {
        try (Cursor cursor = new Cursor()) {
          return cursor.name() + cursor.isOpen();
        }
      }
    }

    public static void main(String[] args) throws InterruptedException {
      CountDownLatch parked = new CountDownLatch(10);
      for (int request = 0; request < 10; request++) {
        start(new Tidy(parked));
      }
      awaitParked(parked);
    }
  }
}
