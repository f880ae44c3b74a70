package io.ttalloc.ledger;

import io.ttalloc.testing.Await;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Waits for the thread that extends a ledger. */
public final class Patience {
  private Patience() {}

  /**
   * Repeats an attempt whose result is 0 only because the file did not grow in time, which depends
   * on the machine. If the result is 0 for any other reason, returns 0.
   */
  public static int retry(Supplier<Loss> whyNot, IntSupplier attempt) {
    int[] result = {0};
    Await.until(
        () -> {
          result[0] = attempt.getAsInt();
          return result[0] != 0 || whyNot.get() != Loss.GREW_TOO_SLOWLY;
        });
    return result[0];
  }
}
