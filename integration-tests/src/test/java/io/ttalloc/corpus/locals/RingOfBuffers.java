package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A main thread that keeps the last four buffers in a local array; a daemon thread delivers their
 * contents and finally calls exit.
 */
public final class RingOfBuffers {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.RingOfBuffers$Buffer
          type: buffer
          open: [allocate(int)]
          close: [release]
          bytes: size
      """;

  private static final int SLOTS = 4;
  private static final int DELIVERED = 20;

  private RingOfBuffers() {}

  /** Memory outside the heap. */
  static final class Buffer {
    final int size;
    private boolean released;

    private Buffer(int size) {
      this.size = size;
    }

    static Buffer allocate(int size) {
      return new Buffer(size);
    }

    boolean released() {
      return released;
    }

    void release() {
      released = true;
    }
  }

  /** Delivers numbers, and ends the process when main waits for one more. */
  static SynchronousQueue<Integer> deliver(Thread main, AtomicInteger stored) {
    SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    Thread feeder =
        new Thread(
            () -> {
              try {
                for (int number = 0; number < DELIVERED; number++) {
                  queue.put(number);
                }
                while (stored.get() < DELIVERED || main.getState() != Thread.State.WAITING) {
                  Thread.onSpinWait();
                }
                System.exit(0);
              } catch (InterruptedException e) {
                System.out.println("interrupted");
              }
            });
    feeder.setDaemon(true);
    feeder.start();
    return queue;
  }

  /** Called with the buffer that another buffer has replaced in the ring. */
  interface Overwritten {
    void buffer(Buffer before);
  }

  static void receive(Overwritten overwritten) throws InterruptedException {
    AtomicInteger stored = new AtomicInteger();
    SynchronousQueue<Integer> queue = deliver(Thread.currentThread(), stored);
    Buffer[] ring = new Buffer[SLOTS];
    try {
      while (true) {
        int slot = queue.take() % SLOTS;
        if (ring[slot] != null) {
          overwritten.buffer(ring[slot]);
        }
        ring[slot] = Buffer.allocate(256 * (slot + 1));
        stored.incrementAndGet();
      }
    } finally {
      for (Buffer buffer : ring) {
        buffer.release();
      }
    }
  }

  @Truth(
      why = "a buffer whose slot is taken by the next is dropped; main still uses the last four",
      leaks = @Leak(type = "buffer", count = DELIVERED - SLOTS, openedAt = "RingOfBuffers.receive"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      receive(before -> System.out.println(before.released() ? "released" : "dropped"));
    }
  }

  @Truth(why = "a buffer whose slot is taken is released, and main still uses the last four")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      receive(Buffer::release);
    }
  }
}
