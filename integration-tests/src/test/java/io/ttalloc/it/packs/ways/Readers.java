package io.ttalloc.it.packs.ways;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Threads that wait for something that another thread closes. */
final class Readers {
  private Readers() {}

  /**
   * Starts one.
   *
   * @param reading counted down just before it reads
   * @param read ends with an IOException once it is closed
   */
  static Thread of(CountDownLatch reading, Callable<Integer> read) {
    Thread reader =
        new Thread(
            () -> {
              reading.countDown();
              try {
                Object unused = read.call();
              } catch (IOException expected) {
                // Closed.
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    reader.start();
    return reader;
  }
}
