package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A main thread that waits forever for commands with its inbox open. The admin's thread ends the
 * process with System.exit.
 */
public final class WorkerCallsExit {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.WorkerCallsExit$Inbox
          type: inbox
          open: [<init>]
          close: [close]
          label: name
      """;

  private WorkerCallsExit() {}

  static final class Inbox implements AutoCloseable {
    private final String name;
    private final BlockingQueue<String> commands = new ArrayBlockingQueue<>(4);

    Inbox(String name) {
      this.name = name;
    }

    void put(String command) throws InterruptedException {
      commands.put(command);
    }

    String take() throws InterruptedException {
      return commands.take();
    }

    @Override
    public void close() {
      commands.clear();
      System.out.println(name + " is closed");
    }
  }

  /** Lets the main thread begin, and ends the process when main waits for its next command. */
  abstract static class Admin implements Runnable {
    private final Inbox main;
    private final Thread mainThread;

    Admin(Inbox main, Thread mainThread) {
      this.main = main;
      this.mainThread = mainThread;
    }

    @Override
    public void run() {
      try {
        List<Inbox> replies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          Inbox reply = new Inbox("reply " + i);
          replies.add(reply);
          main.put("command " + i);
          reply.put("done");
        }
        while (mainThread.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        leave(replies);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      System.exit(0);
    }

    abstract void leave(List<Inbox> replies);
  }

  static void serve(Inbox inbox, Admin admin) throws InterruptedException {
    Thread thread = new Thread(admin, "admin");
    thread.start();
    while (true) {
      System.out.println(inbox.take());
    }
  }

  @Truth(
      why =
          "the admin's three reply boxes are forgotten before exit; main's inbox is still in use in its try block",
      leaks = @Leak(type = "inbox", count = 3, openedAt = "WorkerCallsExit$Admin.run"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      try (Inbox inbox = new Inbox("main")) {
        serve(
            inbox,
            new Admin(inbox, Thread.currentThread()) {
              @Override
              void leave(List<Inbox> replies) {
                replies.clear();
              }
            });
      }
    }
  }

  @Truth(
      why =
          "the reply boxes are closed before exit, and main still waits inside its try block with its inbox")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      try (Inbox inbox = new Inbox("main")) {
        serve(
            inbox,
            new Admin(inbox, Thread.currentThread()) {
              @Override
              void leave(List<Inbox> replies) {
                replies.forEach(Inbox::close);
              }
            });
      }
    }
  }
}
