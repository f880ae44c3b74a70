package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A gate whose tickets are lambdas. A ticket is either closed, or cancelled by a default method
 * that closes it with a message.
 */
public final class CancelOrClose {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.CancelOrClose$Ticket
          subtypes: true
          type: ticket
          open: ["to(Set,int)"]
          close: [close, cancel]
      """;

  private CancelOrClose() {}

  interface Ticket extends AutoCloseable {
    @Override
    void close();

    default void cancel(String why) {
      System.out.println("cancelled: " + why);
      close();
    }

    static Ticket to(Set<Integer> inside, int visitor) {
      inside.add(visitor);
      return () -> inside.remove(visitor);
    }
  }

  /** Admits six visitors; one is turned away and three leave. */
  static List<Ticket> visit(Set<Integer> inside) {
    List<Ticket> tickets = new ArrayList<>();
    for (int visitor = 0; visitor < 6; visitor++) {
      tickets.add(Ticket.to(inside, visitor));
    }
    tickets.remove(0).cancel("no shoes");
    for (int leaving = 0; leaving < 3; leaving++) {
      tickets.remove(0).close();
    }
    return tickets;
  }

  @Truth(
      why = "two visitors are still inside, and a static set has them",
      leaks = @Leak(type = "ticket", count = 2, openedAt = "CancelOrClose.visit"))
  public static final class Leaking {
    static final Set<Integer> INSIDE = new HashSet<>();

    private Leaking() {}

    public static void main(String[] args) {
      List<Ticket> left = visit(INSIDE);
      System.out.println(left.size() + " tickets dropped, inside: " + INSIDE);
    }
  }

  @Truth(why = "every visitor leaves")
  public static final class Mended {
    static final Set<Integer> INSIDE = new HashSet<>();

    private Mended() {}

    public static void main(String[] args) {
      visit(INSIDE).forEach(Ticket::close);
      System.out.println("inside: " + INSIDE);
    }
  }
}
