package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.accounting.AllocationEvent;
import io.ttalloc.natives.socket.accounting.AllocationListener;
import io.ttalloc.natives.socket.accounting.RemainingAllocations;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * Records the calls that it receives. The recorded calls may be read only after the server is
 * closed.
 */
final class RecordingListener implements AllocationListener {
  final Queue<AllocationEvent> events = new ConcurrentLinkedQueue<>();
  final List<RemainingAllocations> dumps = new CopyOnWriteArrayList<>();
  final List<String> problems = new CopyOnWriteArrayList<>();
  volatile long missed;
  private volatile CountDownLatch open = new CountDownLatch(0);

  /** Blocks all further events. */
  void block() {
    open = new CountDownLatch(1);
  }

  void unblock() {
    open.countDown();
  }

  @Override
  public void accounted(AllocationEvent event) {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("a server must not interrupt its listener's work", e);
    }
    events.add(event);
  }

  @Override
  public void dumpRequested(RemainingAllocations remaining) {
    dumps.add(remaining);
  }

  @Override
  public void problem(String line) {
    problems.add(line);
  }

  @Override
  public synchronized void missed(long calls) {
    missed += calls;
  }
}
