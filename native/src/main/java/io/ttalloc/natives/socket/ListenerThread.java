package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.AllocationListener;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Calls a listener on a separate thread. At most {@value #WAITING} calls are queued. Further calls
 * are dropped and counted; otherwise the processes would have to wait for a slow listener.
 */
final class ListenerThread {
  private static final int WAITING = 1 << 16;
  private static final long LAST_CALLS_SECONDS = 5;

  /** Marks the end of the queue. */
  private static final class LastCall implements Consumer<AllocationListener> {
    @Override
    public void accept(AllocationListener listener) {}
  }

  private final AllocationListener listener;
  private final BlockingQueue<Consumer<AllocationListener>> calls =
      new ArrayBlockingQueue<>(WAITING);
  private final AtomicLong missed = new AtomicLong();
  private final Thread thread;

  ListenerThread(AllocationListener listener) {
    this.listener = listener;
    this.thread = new Thread(this::run, "tt-alloc-listener");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Queues a call. Thread-safe; never blocks. */
  void call(Consumer<AllocationListener> call) {
    if (!calls.offer(call)) {
      missed.incrementAndGet();
    }
  }

  /** Waits a few seconds at most for the queued calls, then ends the thread. */
  void finish() {
    try {
      if (calls.offer(new LastCall(), LAST_CALLS_SECONDS, TimeUnit.SECONDS)) {
        thread.join(TimeUnit.SECONDS.toMillis(LAST_CALLS_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        Consumer<AllocationListener> call = calls.take();
        long left = missed.getAndSet(0);
        if (left > 0) {
          tell(to -> to.missed(left));
        }
        if (call instanceof LastCall) {
          return;
        }
        tell(call);
      }
    } catch (InterruptedException e) {
      // The thread was interrupted before all calls were made.
    }
  }

  private void tell(Consumer<AllocationListener> call) {
    try {
      call.accept(listener);
    } catch (RuntimeException e) {
      missed.incrementAndGet(); // the call in which the listener failed
    }
  }
}
