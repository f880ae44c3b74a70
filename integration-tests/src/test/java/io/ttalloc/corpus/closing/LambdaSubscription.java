package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Subscriptions that are lambdas, made by a static factory of their interface. */
public final class LambdaSubscription {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.LambdaSubscription$Subscription
          subtypes: true
          type: subscription
          open: ["to(Topic,Consumer)"]
          close: [close]
      """;

  private LambdaSubscription() {}

  interface Subscription extends AutoCloseable {
    @Override
    void close();

    static Subscription to(Topic topic, Consumer<String> reader) {
      int id = topic.add(reader);
      return () -> topic.remove(id);
    }
  }

  static final class Topic {
    private final Map<Integer, Consumer<String>> readers = new LinkedHashMap<>();
    private int nextId;

    int add(Consumer<String> reader) {
      readers.put(++nextId, reader);
      return nextId;
    }

    void remove(int id) {
      readers.remove(id);
    }

    void publish(String message) {
      List.copyOf(readers.values()).forEach(reader -> reader.accept(message));
    }

    int size() {
      return readers.size();
    }
  }

  /** A dashboard view, which is subscribed while it is shown. */
  static final class View {
    private final List<String> shown = new ArrayList<>();
    private final Subscription prices;
    private final Subscription news;

    View(Topic priceTopic, Topic newsTopic) {
      prices = Subscription.to(priceTopic, shown::add);
      news = Subscription.to(newsTopic, message -> shown.add(message.strip()));
    }

    void hide() {
      prices.close();
    }

    void hideAll() {
      prices.close();
      news.close();
    }
  }

  static void browse(Consumer<View> hide) {
    Topic prices = new Topic();
    Topic news = new Topic();
    for (int page = 0; page < 8; page++) {
      View view = new View(prices, news);
      prices.publish("price " + page);
      news.publish("news " + page);
      hide.accept(view);
    }
    System.out.println(prices.size() + " and " + news.size() + " readers left");
  }

  @Truth(
      why = "a hidden view closes one of its two subscriptions; the other stays with the topic",
      leaks = @Leak(type = "subscription", count = 8, openedAt = "LambdaSubscription$View.<init>"))
  public static final class Leaking {
    public static void main(String[] args) {
      browse(View::hide);
    }
  }

  @Truth(why = "a hidden view closes both subscriptions")
  public static final class Mended {
    public static void main(String[] args) {
      browse(View::hideAll);
    }
  }
}
