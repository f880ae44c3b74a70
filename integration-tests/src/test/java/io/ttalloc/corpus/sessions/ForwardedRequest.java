package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Requests whose resources are closed when their context ends; a forward begins a new context. */
public final class ForwardedRequest {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.ForwardedRequest$Upload
          type: upload
          open: [<init>]
          close: [delete()]
          label: $0
      """;

  private ForwardedRequest() {}

  /** A part of a request that was saved to a file. */
  static final class Upload {
    private final String name;
    private boolean deleted;

    Upload(String name) {
      this.name = name;
    }

    int length() {
      return deleted ? 0 : name.length();
    }

    void delete() {
      deleted = true;
    }
  }

  /** A context of the current thread, with the actions to run when the context ends. */
  static final class Context {
    private static final ThreadLocal<Context> CURRENT = new ThreadLocal<>();

    private final Deque<Runnable> cleanups = new ArrayDeque<>();

    static Context current() {
      return CURRENT.get();
    }

    void atEnd(Runnable cleanup) {
      cleanups.push(cleanup);
    }

    private void end() {
      cleanups.forEach(Runnable::run);
    }

    static void runForgettingOuter(Runnable work) {
      CURRENT.set(new Context());
      try {
        work.run();
      } finally {
        Context current = CURRENT.get();
        CURRENT.remove();
        if (current != null) {
          current.end();
        }
      }
    }

    static void runInside(Runnable work) {
      Context outer = CURRENT.get();
      Context inner = new Context();
      CURRENT.set(inner);
      try {
        work.run();
      } finally {
        CURRENT.set(outer);
        inner.end();
      }
    }
  }

  /** Begins a context, runs some work in it, and ends it. */
  interface Dispatcher {
    void run(Runnable work);
  }

  /** A site that serves requests and forwards every second request. */
  record Site(Dispatcher dispatcher) {
    private static Upload receive(String name) {
      Upload upload = new Upload(name);
      Context.current().atEnd(upload::delete);
      return upload;
    }

    void serve(int request) {
      dispatcher.run(
          () -> {
            Upload upload = receive("photo " + request);
            if (request % 2 == 1) {
              dispatcher.run(() -> System.out.println("forwarded " + upload.length()));
            }
          });
    }

    void serveAll() throws InterruptedException {
      ExecutorService threads = Executors.newFixedThreadPool(3);
      for (int request = 0; request < 14; request++) {
        int number = request;
        threads.execute(() -> serve(number));
      }
      threads.shutdown();
      if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a request does not end");
      }
    }
  }

  @Truth(
      why = "the forward's context takes the place of the request's, whose clean-ups never run",
      leaks = @Leak(type = "upload", count = 7, openedAt = "ForwardedRequest$Site.receive"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      new Site(Context::runForgettingOuter).serveAll();
    }
  }

  @Truth(why = "the request's context is restored after the forward, and ends as well")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      new Site(Context::runInside).serveAll();
    }
  }
}
