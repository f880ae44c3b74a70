package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Images whose native pixels a Cleaner frees if the program does not. */
public final class CleanerSafetyNet {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.CleanerSafetyNet$Pixels
          type: pixels
          open: [<init>]
          close: [free]
          bytes: sizeBytes()
        - class: io.ttalloc.corpus.reclaiming.CleanerSafetyNet$SafetyNet
          reclaim: [run]
      """;

  private static final Cleaner CLEANER = Cleaner.create();

  private CleanerSafetyNet() {}

  static final class Pixels {
    private final int sizeBytes;
    private boolean freed;

    Pixels(int sizeBytes) {
      this.sizeBytes = sizeBytes;
    }

    int sizeBytes() {
      return sizeBytes;
    }

    boolean isFreed() {
      return freed;
    }

    void free() {
      freed = true;
    }
  }

  /**
   * Runs on the Cleaner's thread after the image has been collected. Does nothing if the pixels
   * have already been freed.
   */
  record SafetyNet(Pixels pixels, CountDownLatch reclaimed) implements Runnable {
    @Override
    public void run() {
      if (!pixels.isFreed()) {
        pixels.free();
        reclaimed.countDown();
      }
    }
  }

  static final class Image implements AutoCloseable {
    private final Pixels pixels;
    private final Cleaner.Cleanable cleanable;

    Image(int width, int height, CountDownLatch reclaimed) {
      pixels = new Pixels(width * height * 4);
      cleanable = CLEANER.register(this, new SafetyNet(pixels, reclaimed));
    }

    int average() {
      return pixels.sizeBytes() / 4;
    }

    @Override
    public void close() {
      // Freed here, so that the Cleaner's action has nothing left to do.
      pixels.free();
      cleanable.clean();
    }
  }

  /** A job that makes a thumbnail of one picture. */
  interface Job {
    int thumbnail(int picture, CountDownLatch reclaimed);
  }

  static void run(Job job, int forgotten) throws InterruptedException {
    CountDownLatch reclaimed = new CountDownLatch(forgotten);
    int sum = 0;
    for (int picture = 0; picture < 60; picture++) {
      sum += job.thumbnail(picture, reclaimed);
    }
    for (int i = 0; i < 100 && !reclaimed.await(20, TimeUnit.MILLISECONDS); i++) {
      System.gc();
    }
    System.out.println(sum + ", not yet reclaimed: " + reclaimed.getCount());
  }

  @Truth(
      why =
          "every fifth picture is not closed; that the Cleaner frees its pixels later does not make the program right",
      leaks = @Leak(type = "pixels", count = 12, openedAt = "CleanerSafetyNet$Leaking.thumbnail"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      run(Leaking::thumbnail, 12);
    }

    static int thumbnail(int picture, CountDownLatch reclaimed) {
      Image image = new Image(picture + 1, 10, reclaimed);
      if (picture % 5 == 0) {
        return image.average();
      }
      image.close();
      return 0;
    }
  }

  @Truth(
      why = "every picture is closed by the program, and the Cleaner's actions find nothing to do")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      run(Mended::thumbnail, 0);
    }

    static int thumbnail(int picture, CountDownLatch reclaimed) {
      try (Image image = new Image(picture + 1, 10, reclaimed)) {
        return picture % 5 == 0 ? image.average() : 0;
      }
    }
  }
}
