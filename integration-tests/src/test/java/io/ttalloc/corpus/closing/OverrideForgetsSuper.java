package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * A subclass that flushes when it is closed, with and without {@code super.close()}. The rule names
 * only the base class, because only its close method releases the handle.
 */
public final class OverrideForgetsSuper {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.OverrideForgetsSuper$Channel
          type: channel
          open: [<init>]
          close: [close]
          label: target
      """;

  private OverrideForgetsSuper() {}

  static class Channel implements AutoCloseable {
    private final String target;
    private final List<String> sent = new ArrayList<>();
    private boolean open = true;

    Channel(String target) {
      this.target = target;
    }

    void send(String message) {
      if (!open) {
        throw new IllegalStateException(target + " is closed");
      }
      sent.add(message);
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Collects messages and sends them in batches. */
  abstract static class Batching extends Channel {
    private final List<String> waiting = new ArrayList<>();

    Batching(String target) {
      super(target);
    }

    @Override
    void send(String message) {
      waiting.add(message);
      if (waiting.size() == 4) {
        flush();
      }
    }

    final void flush() {
      waiting.forEach(super::send);
      waiting.clear();
    }
  }

  static final class ForgetfulBatching extends Batching {
    ForgetfulBatching(String target) {
      super(target);
    }

    @Override
    public void close() {
      flush();
    }
  }

  static final class CarefulBatching extends Batching {
    CarefulBatching(String target) {
      super(target);
    }

    @Override
    public void close() {
      flush();
      super.close();
    }
  }

  static void publish(Channel channel) {
    for (int i = 0; i < 10; i++) {
      channel.send("event " + i);
    }
  }

  @Truth(
      why =
          "the override of close flushes but does not call super.close(), which releases the handle",
      leaks =
          @Leak(type = "channel", count = 12, openedAt = "OverrideForgetsSuper$Leaking.publishTo"))
  public static final class Leaking {
    public static void main(String[] args) {
      for (int topic = 0; topic < 12; topic++) {
        publishTo("topic-" + topic);
      }
      try (Channel plain = new Channel("audit")) {
        publish(plain);
      }
    }

    static void publishTo(String topic) {
      try (Channel channel = new ForgetfulBatching(topic)) {
        publish(channel);
      }
    }
  }

  @Truth(why = "the override of close ends with super.close()")
  public static final class Mended {
    public static void main(String[] args) {
      for (int topic = 0; topic < 12; topic++) {
        publishTo("topic-" + topic);
      }
      try (Channel plain = new Channel("audit")) {
        publish(plain);
      }
    }

    static void publishTo(String topic) {
      try (Channel channel = new CarefulBatching(topic)) {
        publish(channel);
      }
    }
  }
}
