package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells each reader of every new event, as server-sent events. Who reads slowly misses events; who
 * does not read is dropped. Thread-safe.
 */
final class EventFeed {
  /** Below the time that the server grants to an answer; readers ask again. */
  static final Duration MAX_WAIT = Duration.ofSeconds(90);

  /** The time within which a client must take an event. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final byte[] PREFIX = "data: ".getBytes(US_ASCII);

  private final LongSupplier nanoTime;

  /** Threads that write an event, and since when. */
  private final Map<Thread, Long> writing = new HashMap<>();

  private @Nullable Event latest;

  EventFeed(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** An event whose content is made when the first reader needs it. */
  private static final class Event {
    private final Supplier<byte[]> maker;
    private byte @Nullable [] content;

    Event(Supplier<byte[]> maker) {
      this.maker = maker;
    }

    synchronized byte[] content() {
      byte[] made = content;
      if (made == null) {
        made = maker.get();
        content = made;
      }
      return made;
    }
  }

  /**
   * Tells of something new, and drops readers that have not taken an earlier event for too long.
   *
   * @param maker of the content, one line; called once at most, on a reader's thread
   */
  synchronized void publish(Supplier<byte[]> maker) {
    latest = new Event(maker);
    notifyAll();
    long now = nanoTime.getAsLong();
    writing.forEach(
        (thread, since) -> {
          if (now - since > PATIENCE.toNanos()) {
            // Closes the channel that it writes to.
            thread.interrupt();
          }
        });
  }

  /**
   * Writes the latest event and those that follow, until the reader has gone or was dropped, or the
   * answer becomes too long.
   */
  void write(OutputStream out) throws IOException {
    long end = nanoTime.getAsLong() + MAX_WAIT.toNanos();
    try {
      Event event = after(null);
      while (nanoTime.getAsLong() - end < 0) {
        byte[] content = event.content();
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
      // The server ends, or this reader was dropped; the thread has nothing else to do.
    } finally {
      writes(null);
    }
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
