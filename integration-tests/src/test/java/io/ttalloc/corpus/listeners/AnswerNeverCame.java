package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * A client that closes a request's channel when its answer completes a future; some answers never
 * arrive.
 */
public final class AnswerNeverCame {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.AnswerNeverCame$Channel
          type: channel
          open: [<init>]
          close: [close]
          bytes: 512
      """;

  private AnswerNeverCame() {}

  /** A channel for one request and its answer. */
  static final class Channel implements AutoCloseable {
    private String written = "";

    void write(String request) {
      written = request;
    }

    String written() {
      return written;
    }

    @Override
    public void close() {
      written = "";
    }
  }

  /** Sends requests and waits for their answers. */
  static final class Client {
    private final Map<Integer, CompletableFuture<String>> pending = new ConcurrentHashMap<>();

    CompletableFuture<Integer> ask(int id) {
      Channel channel = openChannel();
      channel.write("question " + id);
      CompletableFuture<String> answer = new CompletableFuture<>();
      pending.put(id, answer);
      return answer
          .thenApply(text -> text.length() + channel.written().length())
          .whenComplete((length, failure) -> channel.close());
    }

    private static Channel openChannel() {
      return new Channel();
    }

    void answer(int id) {
      pending.remove(id).complete("answer " + id);
    }

    void forget(int id) {
      pending.remove(id);
    }

    void timeOut(int id) {
      pending.remove(id).completeExceptionally(new TimeoutException("request " + id));
    }
  }

  static boolean answered(int id) {
    return id % 3 != 2;
  }

  @Truth(
      why = "a request that times out is only forgotten, so its closing callback never runs",
      leaks = @Leak(type = "channel", count = 4, openedAt = "AnswerNeverCame$Client.openChannel"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Client client = new Client();
      int done = 0;
      for (int id = 0; id < 12; id++) {
        CompletableFuture<Integer> length = client.ask(id);
        if (answered(id)) {
          client.answer(id);
        } else {
          client.forget(id);
        }
        done += length.isDone() ? 1 : 0;
      }
      System.out.println(done + " done");
    }
  }

  @Truth(why = "a request that times out fails, and the callback closes its channel")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Client client = new Client();
      int done = 0;
      for (int id = 0; id < 12; id++) {
        CompletableFuture<Integer> length = client.ask(id);
        if (answered(id)) {
          client.answer(id);
        } else {
          client.timeOut(id);
        }
        done += length.isDone() ? 1 : 0;
      }
      System.out.println(done + " done");
    }
  }
}
