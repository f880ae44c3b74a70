package io.ttalloc.corpus.reclaiming;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keys whose close method runs the Cleaner's action on the calling thread, as in JDK classes. */
public final class CloseRunsClean {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.reclaiming.CloseRunsClean$Secret
          type: secret
          open: [<init>]
          close: [wipe]
        - class: io.ttalloc.corpus.reclaiming.CloseRunsClean$Wiper
          reclaim: [run]
      """;

  private static final Cleaner CLEANER = Cleaner.create();

  private CloseRunsClean() {}

  static final class Secret {
    private final byte[] bytes;

    Secret(String text) {
      bytes = new byte[text.length()];
    }

    int length() {
      return bytes.length;
    }

    void wipe() {
      bytes[0] = 0;
    }
  }

  static final class Wiper implements Runnable {
    private final Secret secret;
    private final CountDownLatch wiped;

    Wiper(Secret secret, CountDownLatch wiped) {
      this.secret = secret;
      this.wiped = wiped;
    }

    @Override
    public void run() {
      secret.wipe();
      wiped.countDown();
    }
  }

  static final class Key implements AutoCloseable {
    private final Secret secret;
    private final Cleaner.Cleanable cleanable;

    Key(String text, CountDownLatch wiped) {
      secret = new Secret(text);
      cleanable = CLEANER.register(this, new Wiper(secret, wiped));
    }

    int sign(int value) {
      return value ^ secret.length();
    }

    @Override
    public void close() {
      cleanable.clean();
    }
  }

  static int sign(int value, CountDownLatch wiped) {
    try (Key key = new Key("a secret text", wiped)) {
      return key.sign(value);
    }
  }

  static void awaitWiped(CountDownLatch wiped) throws InterruptedException {
    for (int i = 0; i < 100 && !wiped.await(20, TimeUnit.MILLISECONDS); i++) {
      System.gc();
    }
    System.out.println("not wiped: " + wiped.getCount());
  }

  @Truth(
      why =
          "three keys are dropped unclosed and the Cleaner's own thread wipes them; the other seventeen were closed",
      leaks = @Leak(type = "secret", count = 3, openedAt = "CloseRunsClean$Leaking.signOnce"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      CountDownLatch wiped = new CountDownLatch(20);
      int sum = 0;
      for (int i = 0; i < 17; i++) {
        sum += sign(i, wiped);
      }
      for (int i = 0; i < 3; i++) {
        sum += signOnce(i, wiped);
      }
      System.out.println(sum);
      awaitWiped(wiped);
    }

    static int signOnce(int value, CountDownLatch wiped) {
      return new Key("another secret", wiped).sign(value);
    }
  }

  @Truth(
      why =
          "all keys are closed by the program: the close runs the Cleaner's action, but on the calling thread")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      CountDownLatch wiped = new CountDownLatch(20);
      int sum = 0;
      for (int i = 0; i < 20; i++) {
        sum += sign(i, wiped);
      }
      System.out.println(sum);
      awaitWiped(wiped);
    }
  }
}
