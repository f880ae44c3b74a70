package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends each reader the state of the machine as server-sent events: first the whole state, then the
 * changes since the last event that this reader received. A slow reader gets fewer events, and a
 * reader that stops reading is dropped. Thread-safe.
 */
final class EventFeed {
  /**
   * The maximum duration of an answer, which is less than the time that the server allows. Readers
   * send a new request afterwards.
   */
  static final Duration MAX_WAIT = Duration.ofSeconds(90);

  /** The time within which a client must receive an event. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final byte[] PREFIX = "data: ".getBytes(US_ASCII);
  private static final Gson JSON =
      new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

  private final LongSupplier nanoTime;

  /** The threads that are writing an event, and the time at which each started. */
  private final Map<Thread, Long> writing = new HashMap<>();

  private @Nullable Event latest;

  EventFeed(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A state that is created when the first reader needs it, and never changes. */
  private static final class Event {
    private final Supplier<JsonObject> maker;
    private @Nullable JsonObject state;

    Event(Supplier<JsonObject> maker) {
      this.maker = maker;
    }

    synchronized JsonObject state() {
      JsonObject made = state;
      if (made == null) {
        made = maker.get();
        state = made;
      }
      return made;
    }
  }

  /**
   * Publishes a new state, and drops readers that are taking too long to receive an earlier event.
   *
   * @param maker creates the state; called at most once, on a reader's thread
   */
  synchronized void publish(Supplier<JsonObject> maker) {
    latest = new Event(maker);
    notifyAll();
    long now = nanoTime.getAsLong();
    writing.forEach(
        (thread, since) -> {
          if (now - since > PATIENCE.toNanos()) {
            // Closes the channel to which the thread writes.
            thread.interrupt();
          }
        });
  }

  /**
   * Writes the latest state and then the changes to it, until the reader disconnects or is dropped,
   * or until the answer has lasted for {@link #MAX_WAIT}.
   */
  void write(OutputStream out) throws IOException {
    long end = nanoTime.getAsLong() + MAX_WAIT.toNanos();
    try {
      Event event = after(null);
      JsonObject known = null;
      while (nanoTime.getAsLong() - end < 0) {
        JsonObject state = event.state();
        byte[] content = line(known == null ? state : StateChanges.between(known, state));
        known = state;
        writes(nanoTime.getAsLong());
        out.write(PREFIX);
        out.write(content);
        out.write('\n');
        out.write('\n');
        out.flush();
        writes(null);
        event = after(event);
      }
    } catch (InterruptedException e) {
      // The server is stopping, or this reader was dropped. In both cases the thread has nothing
      // else to do.
    } finally {
      writes(null);
    }
  }

  private static byte[] line(JsonObject object) {
    return JSON.toJson(object).getBytes(UTF_8);
  }

  private synchronized void writes(@Nullable Long since) {
    if (since == null) {
      writing.remove(Thread.currentThread());
    } else {
      writing.put(Thread.currentThread(), since);
    }
  }

  private synchronized Event after(@Nullable Event last) throws InterruptedException {
    Event event = latest;
    while (event == null || event == last) {
      wait();
      event = latest;
    }
    return event;
  }
}
