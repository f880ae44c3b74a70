package io.ttalloc.cases;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Clients whose close methods forget to stop a thread or an executor. */
final class ThreadsForGood {
  private ThreadsForGood() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    boolean leak = args[0].equals("leak");
    for (int i = 0; i < 12; i++) {
      try (Watcher watcher = new Watcher(leak);
          Client client = new Client(leak)) {
        watcher.post("changed");
        client.call();
      }
    }
  }

  /** Reports changes on its own thread. */
  private static final class Watcher implements AutoCloseable {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::watch, "watcher");
    private final boolean leak;

    Watcher(boolean leak) {
      this.leak = leak;
      thread.setDaemon(true);
      thread.start();
    }

    private void watch() {
      while (true) {
        try {
          if (events.take().equals("end")) {
            return;
          }
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    void post(String event) {
      events.add(event);
    }

    @Override
    public void close() {
      if (!leak) {
        post("end");
        try {
          thread.join();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Works on threads of an executor. */
  private static final class Client implements AutoCloseable {
    private final ExecutorService executor;
    private final boolean leak;

    Client(boolean leak) {
      this.leak = leak;
      executor = Executors.newFixedThreadPool(2, Client::daemon); // LEAK 12 executor
    }

    private static Thread daemon(Runnable task) {
      Thread thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    }

    void call() throws InterruptedException, ExecutionException {
      executor.submit(() -> 1).get();
    }

    @Override
    public void close() {
      if (!leak) {
        executor.shutdown();
      }
    }
  }
}
