package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ttalloc.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventFeedTest {
  private final AtomicLong now = new AtomicLong();
  private final EventFeed feed = new EventFeed(now::get);

  /** A reader that accepts one event for each permit. */
  private static final class Reader extends OutputStream {
    private final Semaphore permits = new Semaphore(0);
    private final Semaphore taken = new Semaphore(0);
    private final CountDownLatch writing = new CountDownLatch(1);
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      text.write(b);
    }

    @Override
    public void flush() throws IOException {
      writing.countDown();
      try {
        permits.acquire();
      } catch (InterruptedException e) {
        throw new IOException("the channel was closed", e);
      }
      taken.release();
    }
  }

  private Thread start(Reader reader) {
    Thread thread =
        new Thread(
            () -> {
              try {
                feed.write(reader);
              } catch (IOException e) {
                reader.text.writeBytes(String.valueOf(e.getMessage()).getBytes(UTF_8));
              }
            });
    thread.start();
    return thread;
  }

  private static JsonObject state(String at) {
    JsonObject state = new JsonObject();
    state.addProperty("schema", "s");
    state.addProperty("at", at);
    state.add("processes", new JsonArray());
    return state;
  }

  private static String whole(String at) {
    return "data: {\"schema\":\"s\",\"at\":\"" + at + "\",\"processes\":[]}\n\n";
  }

  private void publish(String text) {
    feed.publish(() -> state(text));
  }

  @Test
  void whoReadsSlowlyGetsWhatHasChangedSinceItsLastEvent() throws InterruptedException {
    publish("one");
    Reader reader = new Reader();
    Thread thread = start(reader);
    reader.writing.await();
    publish("two");
    publish("three");
    reader.permits.release(2);
    reader.taken.acquire(2);

    assertThat(reader.text)
        .hasToString(whole("one") + "data: {\"at\":\"three\",\"processes\":[]}\n\n");
    thread.interrupt();
    thread.join();
  }

  @Test
  void whoDoesNotReadIsDropped() throws InterruptedException {
    publish("one");
    Reader reader = new Reader();
    Thread thread = start(reader);
    reader.writing.await();
    now.addAndGet(EventFeed.PATIENCE.toNanos());
    publish("two");
    assertThat(thread.isAlive()).isTrue();
    now.incrementAndGet();
    publish("three");
    thread.join();

    assertThat(reader.text).hasToString(whole("one") + "the channel was closed");
  }

  @Test
  void anAnswerEndsBeforeTheServerCutsIt() throws InterruptedException {
    publish("one");
    Reader reader = new Reader();
    Thread thread = start(reader);
    reader.permits.release(2);
    reader.taken.acquire();
    Await.until(() -> thread.getState() == Thread.State.WAITING);
    now.addAndGet(EventFeed.MAX_WAIT.toNanos());
    publish("two");
    thread.join();

    assertThat(reader.text).hasToString(whole("one"));
  }

  @Test
  void eventsWithoutReadersAreNotMadeAndThoseOfManyReadersAreMadeOnce()
      throws InterruptedException {
    AtomicInteger made = new AtomicInteger();
    feed.publish(() -> state("" + made.incrementAndGet()));
    feed.publish(() -> state("" + made.incrementAndGet()));
    assertThat(made).hasValue(0);
    for (int i = 0; i < 3; i++) {
      Reader reader = new Reader();
      reader.permits.release();
      Thread thread = start(reader);
      reader.taken.acquire();
      thread.interrupt();
      thread.join();
    }
    assertThat(made).hasValue(1);
  }
}
