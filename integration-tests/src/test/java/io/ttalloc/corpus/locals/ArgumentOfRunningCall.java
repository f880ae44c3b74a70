package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;

/**
 * A session whose constructor passes its new channel to the call that will close the channel; the
 * process ends inside that call.
 */
public final class ArgumentOfRunningCall {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.ArgumentOfRunningCall$Channel
          type: channel
          open: [<init>]
          close: [close]
          label: $0
      """;

  private ArgumentOfRunningCall() {}

  /** A channel to a device. */
  static final class Channel implements AutoCloseable {
    private final String name;

    Channel(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    @Override
    public void close() {
      System.out.println("closed " + name);
    }
  }

  /** A session with its own channel. */
  static final class Session implements AutoCloseable {
    private final Channel channel;

    Session(String name) {
      channel = new Channel(name);
    }

    String name() {
      return channel.name();
    }

    @Override
    public void close() {
      channel.close();
    }
  }

  static void run(Session session) {
    try {
      end(session.name());
    } finally {
      session.close();
    }
  }

  private static void end(String name) {
    System.out.println("ends in " + name);
    System.exit(0);
  }

  @Truth(
      why = "the probes are forgotten one by one; run would have closed the session of the work",
      leaks = @Leak(type = "channel", count = 4, openedAt = "ArgumentOfRunningCall$Session.<init>"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      for (int device = 0; device < 4; device++) {
        System.out.println(new Session("probe " + device).name());
      }
      run(new Session("work"));
    }
  }

  @Truth(why = "the probes are closed, and run would have closed the session of the work")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      for (int device = 0; device < 4; device++) {
        try (Session probe = new Session("probe " + device)) {
          System.out.println(probe.name());
        }
      }
      run(new Session("work"));
    }
  }
}
