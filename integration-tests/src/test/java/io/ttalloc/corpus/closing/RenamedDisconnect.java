package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Phone calls at a switchboard. The rule was written for an older version of the switchboard, in
 * which a second method could end a call.
 */
public final class RenamedDisconnect {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.RenamedDisconnect$Call
          type: call
          open: [<init>]
          close: [disconnect, hangUp]
        - class: io.ttalloc.corpus.closing.RenamedDisconnect$Recording
          type: recording
          open: [<init>]
          close: [close]
      """;

  private RenamedDisconnect() {}

  static final class Call {
    private final int caller;
    private boolean connected = true;

    Call(int caller) {
      this.caller = caller;
    }

    boolean isUrgent() {
      return connected && caller % 3 == 0;
    }

    void disconnect() {
      connected = false;
    }
  }

  static final class Recording implements AutoCloseable {
    private final Call of;

    Recording(Call of) {
      this.of = of;
    }

    boolean isOfUrgent() {
      return of.isUrgent();
    }

    @Override
    public void close() {
      System.out.println("recorded");
    }
  }

  /** Takes nine calls. Puts the urgent ones into the queue and ends the others. */
  static Deque<Call> take() {
    Deque<Call> waiting = new ArrayDeque<>();
    for (int caller = 1; caller <= 9; caller++) {
      Call call = new Call(caller);
      try (Recording recording = new Recording(call)) {
        if (recording.isOfUrgent()) {
          waiting.add(call);
          continue;
        }
      }
      call.disconnect();
    }
    return waiting;
  }

  @Truth(
      why = "the urgent calls are put into a queue that is never served",
      leaks = @Leak(type = "call", count = 3, openedAt = "RenamedDisconnect.take"))
  public static final class Leaking {
    static Deque<Call> queue = new ArrayDeque<>();

    private Leaking() {}

    public static void main(String[] args) {
      queue = take();
      System.out.println(queue.size() + " wait");
    }
  }

  @Truth(why = "the urgent calls are ended before the board closes")
  public static final class Mended {
    static Deque<Call> queue = new ArrayDeque<>();

    private Mended() {}

    public static void main(String[] args) {
      queue = take();
      queue.forEach(Call::disconnect);
    }
  }
}
