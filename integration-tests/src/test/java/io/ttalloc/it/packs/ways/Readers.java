package io.ttalloc.it.packs.ways;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Threads that wait for input until another thread closes the source of the input. */
final class Readers {
  private Readers() {}

  /**
   * Starts a thread that reads.
   *
   * @param reading counted down just before the thread reads
   * @param read the read, which fails with an IOException when its source is closed
   */
  static Thread of(CountDownLatch reading, Callable<Integer> read) {
    Thread reader =
        new Thread(
            () -> {
              reading.countDown();
              try {
                Object unused = read.call();
              } catch (IOException expected) {
                // The source was closed.
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    reader.start();
    return reader;
  }
}
