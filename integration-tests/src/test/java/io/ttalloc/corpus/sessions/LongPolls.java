package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;

/** A chat server. Some requests wait on threads; others were suspended and have timed out. */
public final class LongPolls {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.LongPolls$Response
          type: response
          open: [begin]
          close: [complete]
          label: $0
      """;

  private LongPolls() {}

  /** A response that is sent in parts. */
  static final class Response implements AutoCloseable {
    private final StringBuilder parts = new StringBuilder();
    private boolean complete;

    static Response begin(String user) {
      Response response = new Response();
      response.part("hello " + user);
      return response;
    }

    void part(String text) {
      parts.append(text);
    }

    void complete() {
      complete = true;
    }

    @Override
    public void close() {
      complete();
    }

    @Override
    public String toString() {
      return parts + (complete ? "." : "...");
    }
  }

  /** The server; all its threads are daemons. */
  static final class Chat {
    private final CountDownLatch message = new CountDownLatch(1);
    private final Queue<Response> suspended = new ArrayDeque<>();

    /** Waits for a message on its own thread, and is still waiting when the process ends. */
    private void poll(String user, CountDownLatch waiting) {
      try (Response response = Response.begin(user)) {
        waiting.countDown();
        message.await();
        response.part("a message");
      } catch (InterruptedException e) {
        System.out.println("interrupted");
      }
    }

    void pollOnThreads(int users) throws InterruptedException {
      CountDownLatch waiting = new CountDownLatch(users);
      for (int user = 0; user < users; user++) {
        String name = "user " + user;
        Thread thread = new Thread(() -> poll(name, waiting));
        thread.setDaemon(true);
        thread.start();
      }
      waiting.await();
    }

    void suspend(int users) {
      for (int user = 0; user < users; user++) {
        suspended.add(Response.begin("guest " + user));
      }
    }

    List<Response> timeOut() {
      List<Response> late = new ArrayList<>();
      while (!suspended.isEmpty()) {
        late.add(suspended.remove());
      }
      return late;
    }
  }

  @Truth(
      why = "a suspended request that times out is forgotten; those on threads are still waiting",
      leaks = @Leak(type = "response", count = 5, openedAt = "LongPolls$Chat.suspend"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      Chat chat = new Chat();
      chat.pollOnThreads(6);
      chat.suspend(5);
      System.out.println("timed out " + chat.timeOut());
    }
  }

  @Truth(why = "what times out is completed, and the others still wait inside their try")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      Chat chat = new Chat();
      chat.pollOnThreads(6);
      chat.suspend(5);
      List<Response> late = chat.timeOut();
      late.forEach(Response::complete);
      System.out.println("timed out " + late);
    }
  }
}
