package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A source of prices that opens a subscription for each listener and closes it when the listener is
 * removed.
 */
public final class MethodReferenceTwice {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.MethodReferenceTwice$Subscription
          type: subscription
          open: [<init>(String)]
          close: [cancel]
          label: topic
      """;

  private MethodReferenceTwice() {}

  /** A subscription with the exchange. */
  static final class Subscription {
    final String topic;
    private boolean cancelled;

    Subscription(String topic) {
      this.topic = topic;
    }

    boolean delivers() {
      return !cancelled;
    }

    void cancel() {
      cancelled = true;
    }
  }

  /** The source of prices. */
  static final class Prices {
    static final Prices ALL = new Prices();

    private final Map<IntConsumer, Subscription> subscriptions = new LinkedHashMap<>();

    void addListener(String topic, IntConsumer listener) {
      subscriptions.put(listener, new Subscription(topic));
    }

    /** Ignores an unknown listener, as listener lists do. */
    void removeListener(IntConsumer listener) {
      Subscription subscription = subscriptions.remove(listener);
      if (subscription != null) {
        subscription.cancel();
      }
    }

    void price(int cents) {
      subscriptions.forEach(
          (listener, subscription) -> {
            if (subscription.delivers()) {
              listener.accept(cents);
            }
          });
    }
  }

  /** Watches the price of one security. */
  static final class Watcher {
    private final IntConsumer listener = this::onPrice;
    private int highest;

    private void onPrice(int cents) {
      highest = Math.max(highest, cents);
    }

    int watchAndForget(String topic) {
      Prices.ALL.addListener(topic, this::onPrice);
      Prices.ALL.price(topic.length());
      Prices.ALL.removeListener(this::onPrice);
      return highest;
    }

    int watch(String topic) {
      Prices.ALL.addListener(topic, listener);
      Prices.ALL.price(topic.length());
      Prices.ALL.removeListener(listener);
      return highest;
    }
  }

  @Truth(
      why = "a method reference that is written twice makes two objects, so nothing is removed",
      leaks =
          @Leak(
              type = "subscription",
              count = 17,
              openedAt = "MethodReferenceTwice$Prices.addListener",
              heldBy = "static MethodReferenceTwice$Prices.ALL"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int sum = 0;
      for (int paper = 0; paper < 17; paper++) {
        sum += new Watcher().watchAndForget("paper-" + paper);
      }
      System.out.println("sum of prices " + sum);
    }
  }

  @Truth(why = "the listener is kept in a field, so the same object is added and removed")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int sum = 0;
      for (int paper = 0; paper < 17; paper++) {
        sum += new Watcher().watch("paper-" + paper);
      }
      System.out.println("sum of prices " + sum);
    }
  }
}
