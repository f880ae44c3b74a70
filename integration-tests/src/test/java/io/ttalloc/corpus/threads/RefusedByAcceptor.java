package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An acceptor that starts a thread for each client, but at most three at a time. */
public final class RefusedByAcceptor {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.RefusedByAcceptor$Client
          type: client
          open: [accept]
          close: [close]
          label: $0
      """;

  private static final int MAX_CLIENTS = 3;

  private RefusedByAcceptor() {}

  /** A client's connection. */
  static final class Client implements AutoCloseable {
    private final int port;
    private boolean open = true;

    private Client(int port) {
      this.port = port;
    }

    static Client accept(int port) {
      return new Client(port);
    }

    String greeting() {
      return (open ? "welcome " : "too late ") + port;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Accepts all clients, and then lets the clients that were not refused finish. */
  abstract static class Acceptor {
    private final CountDownLatch mayGo = new CountDownLatch(1);
    private final List<Thread> serving = new ArrayList<>();

    /** Called for each client that arrives when three clients are already being served. */
    abstract void refuse(Client client);

    void acceptAll(int clients) throws InterruptedException {
      for (int port = 50_000; port < 50_000 + clients; port++) {
        Client client = Client.accept(port);
        Thread thread = new Thread(() -> serve(client));
        if (serving.size() < MAX_CLIENTS) {
          serving.add(thread);
          thread.start();
        } else {
          refuse(client);
        }
      }
      mayGo.countDown();
      for (Thread thread : serving) {
        thread.join();
      }
    }

    private void serve(Client client) {
      try (client) {
        mayGo.await();
        System.out.println(client.greeting());
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    }
  }

  @Truth(
      why = "a client that is refused gets a thread that is never started, which was to close it",
      leaks = @Leak(type = "client", count = 9, openedAt = "RefusedByAcceptor$Acceptor.acceptAll"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      new Acceptor() {
        private int refused;

        @Override
        void refuse(Client client) {
          refused++;
          System.out.println(refused + " refused");
        }
      }.acceptAll(12);
    }
  }

  @Truth(why = "a client that is refused is closed by the acceptor")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      new Acceptor() {
        @Override
        void refuse(Client client) {
          client.close();
          System.out.println("refused");
        }
      }.acceptAll(12);
    }
  }
}
