package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/** A composite that closes its members one after another; one member throws when it is closed. */
public final class CompositeStopsAtFirst {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.CompositeStopsAtFirst$Sensor
          type: sensor
          open: [<init>]
          close: [close]
          label: name
      """;

  private CompositeStopsAtFirst() {}

  static final class Sensor implements AutoCloseable {
    private final String name;

    Sensor(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    @Override
    public void close() {}
  }

  abstract static class Composite implements AutoCloseable {
    protected final List<AutoCloseable> members = new ArrayList<>();

    final <T extends AutoCloseable> T add(T member) {
      members.add(member);
      return member;
    }

    @Override
    public abstract void close() throws Exception;
  }

  static final class SimpleComposite extends Composite {
    @Override
    public void close() throws Exception {
      for (AutoCloseable member : members) {
        member.close();
      }
    }
  }

  static final class ThoroughComposite extends Composite {
    @Override
    public void close() throws Exception {
      Exception all = new Exception("some members could not be closed");
      for (AutoCloseable member : members) {
        try {
          member.close();
        } catch (Exception e) {
          all.addSuppressed(e);
        }
      }
      if (all.getSuppressed().length > 0) {
        throw all;
      }
    }
  }

  static void measure(Composite station) {
    for (int i = 0; i < 3; i++) {
      System.out.println(station.add(new Sensor("inner " + i)).name());
    }
    // Not a resource, but a member that always fails to send its last message when it is closed.
    station.add(
        () -> {
          throw new IllegalStateException("cannot say goodbye");
        });
    for (int i = 0; i < 4; i++) {
      System.out.println(station.add(new Sensor("outer " + i)).name());
    }
    try (station) {
      System.out.println("measured");
    } catch (Exception e) {
      System.out.println(e + ", " + e.getSuppressed().length + " suppressed");
    }
  }

  @Truth(
      why =
          "the member in the middle throws out of the loop that closes the others, and the last four are not reached",
      leaks = @Leak(type = "sensor", count = 4, openedAt = "CompositeStopsAtFirst.measure"))
  public static final class Leaking {
    public static void main(String[] args) {
      measure(new SimpleComposite());
    }
  }

  @Truth(why = "the composite goes on after a close that throws and reports it at the end")
  public static final class Mended {
    public static void main(String[] args) {
      measure(new ThoroughComposite());
    }
  }
}
