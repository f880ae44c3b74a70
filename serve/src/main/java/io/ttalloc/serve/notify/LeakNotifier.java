package io.ttalloc.serve.notify;

import io.ttalloc.text.Numbers;
import io.ttalloc.watch.MachineState;
import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends an event for each leak, and another when the leak has ended. All events go to one address,
 * one at a time.
 *
 * <p>At most {@value #MAX_WAITING} events are queued; while the queue is full, new events are
 * dropped rather than older ones. An event is also dropped if the receiver refuses it, or if
 * sending it has failed as often as {@link Retries} allows. {@link #next} must be called by a
 * single thread, and never waits.
 */
public final class LeakNotifier implements Closeable {
  static final int MAX_WAITING = 1_000;
  private static final int SECONDS_TO_END = 2;

  private final LeakTracker tracker;
  private final HttpPost post;
  private final Retries retries;
  private final DeliveryLog log;
  private final String host;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Has a single thread, so that only one message is being sent at a time. */
  private final ThreadPoolExecutor sender;

  /**
   * Creates a notifier that has not seen any state yet.
   *
   * @param out receives a line when sending begins to fail or works again; called on several
   *     threads
   */
  public LeakNotifier(Destination to, Consumer<String> out) {
    this(to, Retries.DEFAULT, MAX_WAITING, out);
  }

  LeakNotifier(Destination to, Retries retries, int maxWaiting, Consumer<String> out) {
    this.retries = retries;
    this.post = new HttpPost(to, retries.timeout());
    this.host = HostName.ofThisMachine();
    this.tracker = new LeakTracker(ids());
    this.log =
        new DeliveryLog(
            "notifications to " + to.url().shown(),
            "each is sent up to %d times, and up to %s can be queued"
                .formatted(retries.attempts(), Numbers.grouped(maxWaiting)),
            out);
    this.sender =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(maxWaiting),
            task -> {
              Thread thread = new Thread(task, "tt-alloc-notify");
              thread.setDaemon(true);
              return thread;
            },
            (task, executor) -> log.full(maxWaiting));
  }

  /** Returns a supplier of ids, which are unique even among the ids of several monitors. */
  private static Supplier<String> ids() {
    String monitor =
        Long.toHexString(System.currentTimeMillis()) + "-" + ProcessHandle.current().pid();
    AtomicLong number = new AtomicLong();
    return () -> monitor + "-" + number.incrementAndGet();
  }

  /** Sends, asynchronously, the events since the previous state. No state may be skipped. */
  public void next(MachineState state) {
    for (LeakEvent event : tracker.next(state)) {
      sender.execute(() -> send(event));
    }
  }

  private void send(LeakEvent event) {
    try {
      byte[] body = NotifyJson.of(event, host);
      for (int attempt = 1; !isSent(body, attempt); attempt++) {
        closing.await(retries.pause(attempt).toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      log.dropped();
    }
  }

  /**
   * Tries to send a message; returns whether it is finished, because it has arrived or was given
   * up.
   */
  private boolean isSent(byte[] body, int attempt) throws InterruptedException {
    HttpPost.Outcome outcome = post.send(body);
    if (outcome.isSent()) {
      log.worked();
      return true;
    }
    log.failed(outcome.failure());
    boolean again = outcome.again() && attempt < retries.attempts() && closing.getCount() > 0;
    if (!again) {
      log.dropped();
    }
    return !again;
  }

  /** Sends the queued messages for at most two seconds, and logs how many remain. */
  @Override
  public void close() {
    closing.countDown();
    sender.shutdown();
    int left = 0;
    try {
      if (!sender.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS)) {
        left = sender.shutdownNow().size();
        // Until the sender has ended, it may still record that it gives up a message.
        sender.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    log.ended(left);
  }
}
