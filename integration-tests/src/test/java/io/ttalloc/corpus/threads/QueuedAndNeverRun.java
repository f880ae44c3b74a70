package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Uploads that wait in the queue of an executor, each with an open channel, when the executor is
 * shut down.
 */
public final class QueuedAndNeverRun {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.QueuedAndNeverRun$Channel
          type: channel
          open: [<init>]
          close: [close]
          label: target
      """;

  private QueuedAndNeverRun() {}

  /** A channel to a store. */
  static final class Channel implements AutoCloseable {
    final String target;
    private int written;

    Channel(String target) {
      this.target = target;
    }

    void write(int bytes) {
      written += bytes;
    }

    int written() {
      return written;
    }

    @Override
    public void close() {
      written = 0;
    }
  }

  /** One upload, which closes its channel when it has run. */
  static final class Upload implements Runnable {
    private final Channel channel;
    private final CountDownLatch started;
    private final CountDownLatch mayEnd;

    Upload(String target, CountDownLatch started, CountDownLatch mayEnd) {
      this.channel = openChannel(target);
      this.started = started;
      this.mayEnd = mayEnd;
    }

    private static Channel openChannel(String target) {
      return new Channel(target);
    }

    @Override
    public void run() {
      try (channel) {
        started.countDown();
        mayEnd.await();
        channel.write(100);
      } catch (InterruptedException e) {
        System.out.println(channel.target + " interrupted after " + channel.written() + " bytes");
      }
    }

    void abandon() {
      channel.close();
    }
  }

  /** Submits 18 uploads; the first runs and is interrupted. */
  static List<Runnable> submitAndStop() throws InterruptedException {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    for (int upload = 0; upload < 18; upload++) {
      executor.execute(new Upload("store/" + upload, started, mayEnd));
    }
    started.await();
    List<Runnable> neverRun = executor.shutdownNow();
    if (!executor.awaitTermination(2, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the executor did not end");
    }
    return neverRun;
  }

  @Truth(
      why = "uploads that never ran are only counted, and the channels that they hold stay open",
      leaks =
          @Leak(type = "channel", count = 17, openedAt = "QueuedAndNeverRun$Upload.openChannel"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println(submitAndStop().size() + " uploads have not run");
    }
  }

  @Truth(why = "each upload that never ran is abandoned, which closes its channel")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws InterruptedException {
      List<Runnable> neverRun = submitAndStop();
      for (Runnable task : neverRun) {
        if (task instanceof Upload upload) {
          upload.abandon();
        }
      }
      System.out.println(neverRun.size() + " uploads have not run");
    }
  }
}
