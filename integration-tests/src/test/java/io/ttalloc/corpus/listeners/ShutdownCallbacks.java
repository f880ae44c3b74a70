package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A shutdown hook that runs callbacks to close all that the program has opened; one callback fails.
 */
public final class ShutdownCallbacks {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.ShutdownCallbacks$Journal
          type: journal
          open: [<init>]
          close: [close]
          label: $0
      """;

  private ShutdownCallbacks() {}

  /** A journal that accepts lines until it is closed. */
  static final class Journal implements AutoCloseable {
    private final StringBuilder lines = new StringBuilder();

    Journal(String name) {
      lines.append(name).append('\n');
    }

    void write(String line) {
      lines.append(line).append('\n');
    }

    int length() {
      return lines.length();
    }

    @Override
    public void close() {
      lines.setLength(0);
    }
  }

  /** Runs callbacks at shutdown, in the order of their registration. */
  static final class Lifecycle {
    private final List<Runnable> callbacks = new ArrayList<>();

    void atShutdown(Runnable callback) {
      callbacks.add(callback);
    }

    void runUntilOneFails() {
      try {
        callbacks.forEach(Runnable::run);
      } catch (IllegalStateException e) {
        System.out.println("shutdown failed: " + e.getMessage());
      }
    }

    void runAll() {
      for (Runnable callback : callbacks) {
        try {
          callback.run();
        } catch (IllegalStateException e) {
          System.out.println("callback failed: " + e.getMessage());
        }
      }
    }
  }

  /** A part of the program with its own journal. */
  static final class Part {
    private final int number;
    private final Journal journal;

    Part(int number) {
      this.number = number;
      this.journal = openJournal("part-" + number);
    }

    private static Journal openJournal(String name) {
      return new Journal(name);
    }

    static int startAll(Lifecycle lifecycle) {
      int length = 0;
      for (int number = 0; number < 7; number++) {
        Part part = new Part(number);
        part.journal.write("started");
        length += part.journal.length();
        lifecycle.atShutdown(part::stop);
      }
      return length;
    }

    /** Closes the journal; the third part then throws an exception. */
    void stop() {
      journal.close();
      if (number == 2) {
        throw new IllegalStateException("part 2 has lost its peer");
      }
    }
  }

  @Truth(
      why = "the third callback throws, so the four callbacks after it never run",
      leaks = @Leak(type = "journal", count = 4, openedAt = "ShutdownCallbacks$Part.openJournal"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Lifecycle lifecycle = new Lifecycle();
      Runtime.getRuntime().addShutdownHook(new Thread(lifecycle::runUntilOneFails));
      System.out.println(Part.startAll(lifecycle) + " bytes in journals");
    }
  }

  @Truth(why = "all callbacks run at shutdown whether or not one of them fails")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Lifecycle lifecycle = new Lifecycle();
      Runtime.getRuntime().addShutdownHook(new Thread(lifecycle::runAll));
      System.out.println(Part.startAll(lifecycle) + " bytes in journals");
    }
  }
}
