package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A dashboard that registers an anonymous inner class with a clock. The inner class captures the
 * whole dashboard.
 */
public final class InnerClassOfDashboard {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.InnerClassOfDashboard$Feed
          subtypes: true
          type: feed
          open: [<init>]
          close: [stop]
      """;

  private static final Clock CLOCK = new Clock();

  private InnerClassOfDashboard() {}

  /** A feed of numbers. */
  interface Feed {
    int latest();

    void stop();
  }

  /** A feed that would read from a socket in a real program. */
  static final class SocketFeed implements Feed {
    private int number;

    @Override
    public int latest() {
      return number++;
    }

    @Override
    public void stop() {
      number = -1;
    }
  }

  /** Calls all registered callbacks at each tick. */
  static final class Clock {
    private final List<Tick> ticks = new ArrayList<>();

    void add(Tick tick) {
      ticks.add(tick);
    }

    void remove(Tick tick) {
      ticks.remove(tick);
    }

    void tick() {
      List.copyOf(ticks).forEach(Tick::now);
    }
  }

  /** The clock's callback. */
  abstract static class Tick {
    abstract void now();
  }

  /** Shows the values of its feed. */
  static final class Dashboard {
    private final Feed feed = feed();
    private int shown;
    private boolean disposed;

    private final Tick tick =
        new Tick() {
          @Override
          void now() {
            if (!disposed) {
              shown += feed.latest();
            }
          }
        };

    private static Feed feed() {
      return new SocketFeed();
    }

    Dashboard start() {
      CLOCK.add(tick);
      return this;
    }

    int hide() {
      disposed = true;
      return shown;
    }

    int dispose() {
      CLOCK.remove(tick);
      feed.stop();
      return hide();
    }
  }

  @Truth(
      why = "a hidden dashboard stays registered with the clock, and its feed is never stopped",
      leaks =
          @Leak(
              type = "feed",
              count = 3,
              openedAt = "InnerClassOfDashboard$Dashboard.feed",
              heldBy = "static InnerClassOfDashboard.CLOCK"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int shown = 0;
      for (int user = 0; user < 3; user++) {
        Dashboard dashboard = new Dashboard().start();
        CLOCK.tick();
        CLOCK.tick();
        shown += dashboard.hide();
      }
      System.out.println("shown " + shown);
    }
  }

  @Truth(why = "a dashboard is disposed of, which stops its feed and leaves the clock")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int shown = 0;
      for (int user = 0; user < 3; user++) {
        Dashboard dashboard = new Dashboard().start();
        CLOCK.tick();
        CLOCK.tick();
        shown += dashboard.dispose();
      }
      System.out.println("shown " + shown);
    }
  }
}
