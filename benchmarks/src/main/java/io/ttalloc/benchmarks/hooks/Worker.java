package io.ttalloc.benchmarks.hooks;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The thread on which one operation is measured at one depth.
 *
 * <p>JMH's threads already have 14 frames when they reach a benchmark, so depth 8 is impossible on
 * them. The stack of this thread starts with a single frame. Handing over a batch and waiting for
 * its end costs about 10 microseconds, spread over the thousands of operations of the batch.
 */
final class Worker extends Thread {
  /**
   * The number of operations per descent; large enough that the time for descending and returning
   * hardly matters.
   */
  private static final int TIMES = 100;

  private static final Batch STOP = new Batch(0, 0);

  /** A request to the thread; zero descents mean that the thread should end. */
  private record Batch(int descents, int times) {}

  private final SynchronousQueue<Batch> requests = new SynchronousQueue<>();
  private final SynchronousQueue<Boolean> answers = new SynchronousQueue<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Operation operation;
  private final int depth;

  Worker(Operation operation, int depth) {
    super("worker");
    this.operation = operation;
    this.depth = depth;
    setDaemon(true);
  }

  /**
   * Contains the loop itself, because a helper method would add a frame to every measured stack.
   */
  @Override
  public void run() {
    try {
      for (Batch batch = requests.take(); batch.descents > 0; batch = requests.take()) {
        try {
          for (int i = 0; i < batch.descents; i++) {
            Frames.descend(depth, batch.times, operation);
          }
        } catch (Throwable e) {
          failure.set(e);
        }
        answers.put(true);
      }
    } catch (InterruptedException e) {
      failure.set(e);
    }
  }

  /**
   * Runs operations on this thread and waits for their end.
   *
   * @param operations a multiple of 100
   * @throws IllegalStateException if an operation threw an exception
   */
  void perform(int operations) throws InterruptedException {
    perform(new Batch(operations / TIMES, TIMES));
  }

  /** Descends many times, so that the frames are compiled as in a long-running program. */
  void warmUp(int descents) throws InterruptedException {
    perform(new Batch(descents, 1));
  }

  private void perform(Batch batch) throws InterruptedException {
    requests.put(batch);
    boolean unused = answers.take();
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("the measured operation failed", thrown);
    }
  }

  /** Ends the thread. */
  void end() throws InterruptedException {
    requests.put(STOP);
    join();
  }
}
