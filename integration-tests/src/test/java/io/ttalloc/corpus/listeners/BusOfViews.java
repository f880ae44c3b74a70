package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Views that subscribe to a static bus with lambdas that capture the views' connections. */
public final class BusOfViews {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.BusOfViews$Conn
          type: connection
          open: [connect]
          close: [close]
          label: $0
      """;

  private BusOfViews() {}

  /** A connection to the service whose numbers a view shows. */
  static final class Conn implements AutoCloseable {
    private final String service;
    private int asked;

    private Conn(String service) {
      this.service = service;
    }

    static Conn connect(String service) {
      return new Conn(service);
    }

    void ask(String question) {
      asked += service.length() + question.length();
    }

    int asked() {
      return asked;
    }

    @Override
    public void close() {
      asked = 0;
    }
  }

  /** Passes each event to all listeners. */
  static final class Bus<E> {
    static final Bus<String> EVENTS = new Bus<>();

    private final List<Consumer<? super E>> listeners = new CopyOnWriteArrayList<>();

    Runnable subscribe(Consumer<? super E> listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    int publish(E event) {
      listeners.forEach(listener -> listener.accept(event));
      return listeners.size();
    }
  }

  /** A view of one service; {@link #show} returns the shown view, which must be closed. */
  record View(String service) {
    Shown show() {
      Conn conn = Conn.connect(service);
      return new Shown(Bus.EVENTS.subscribe(event -> conn.ask(event)), conn);
    }
  }

  /** A view that is on the screen. */
  record Shown(Runnable subscription, Conn conn) implements AutoCloseable {
    @Override
    public void close() {
      subscription.run();
      conn.close();
    }
  }

  @Truth(
      why = "no view ends its subscription, so each lambda keeps its connection in the static bus",
      leaks =
          @Leak(
              type = "connection",
              count = 98,
              openedAt = "BusOfViews$View.show",
              heldBy = "static BusOfViews$Bus.EVENTS"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int max = 0;
      int asked = 0;
      for (int view = 0; view < 98; view++) {
        Shown shown = new View("orders-" + view).show();
        max = Math.max(max, Bus.EVENTS.publish("tick " + view));
        asked += shown.conn().asked();
      }
      System.out.println(asked + " bytes asked, at most " + max + " listeners");
    }
  }

  @Truth(why = "each view is closed, which ends its subscription and closes its connection")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int max = 0;
      int asked = 0;
      for (int view = 0; view < 98; view++) {
        try (Shown shown = new View("orders-" + view).show()) {
          max = Math.max(max, Bus.EVENTS.publish("tick " + view));
          asked += shown.conn().asked();
        }
      }
      System.out.println(asked + " bytes asked, at most " + max + " listeners");
    }
  }
}
