package io.ttalloc.corpus.listeners;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.concurrent.Flow;

/**
 * A publisher that opens a cursor for each subscriber; subscribers cancel when they have enough
 * rows.
 */
public final class CancelledFlow {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.listeners.CancelledFlow$Cursor
          type: cursor
          open: [<init>(int)]
          close: [close]
      """;

  private CancelledFlow() {}

  /** A cursor over rows. */
  static final class Cursor implements AutoCloseable {
    private int rows;

    Cursor(int rows) {
      this.rows = rows;
    }

    boolean next() {
      rows--;
      return rows >= 0;
    }

    @Override
    public void close() {
      rows = 0;
    }
  }

  /** Publishes rows to each subscriber. */
  record Rows(int rows, boolean closesOnCancel) implements Flow.Publisher<Integer> {
    @Override
    public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
      subscriber.onSubscribe(new Reading(newCursor(rows), closesOnCancel, subscriber));
    }

    private static Cursor newCursor(int rows) {
      return new Cursor(rows);
    }
  }

  /** One subscription: reads rows as they are requested. */
  static final class Reading implements Flow.Subscription {
    private final Cursor cursor;
    private final boolean closesOnCancel;
    private final Flow.Subscriber<? super Integer> subscriber;
    private boolean cancelled;

    Reading(Cursor cursor, boolean closesOnCancel, Flow.Subscriber<? super Integer> subscriber) {
      this.cursor = cursor;
      this.closesOnCancel = closesOnCancel;
      this.subscriber = subscriber;
    }

    @Override
    public void request(long count) {
      for (long row = 0; row < count && !cancelled; row++) {
        if (!cursor.next()) {
          cursor.close();
          subscriber.onComplete();
          return;
        }
        subscriber.onNext((int) row);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      if (closesOnCancel) {
        cursor.close();
      }
    }
  }

  /** Takes a number of rows, and cancels the subscription if there could be more. */
  static final class Taker implements Flow.Subscriber<Integer> {
    private final int limit;
    private Flow.Subscription subscription;
    private int taken;

    Taker(int limit) {
      this.limit = limit;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer row) {
      taken++;
      if (taken == limit) {
        subscription.cancel();
      }
    }

    @Override
    public void onError(Throwable failure) {
      throw new IllegalStateException(failure);
    }

    @Override
    public void onComplete() {
      taken = -taken;
    }
  }

  /**
   * Runs twenty subscribers to 17 rows. The first wants one row, the second two, and so on; three
   * of them reach the end.
   */
  static void takeAll(boolean closesOnCancel) {
    int sum = 0;
    for (int limit = 1; limit <= 20; limit++) {
      Taker taker = new Taker(limit);
      new Rows(17, closesOnCancel).subscribe(taker);
      sum += taker.taken;
    }
    System.out.println("sum " + sum);
  }

  @Truth(
      why = "the cursor is closed only after the last row, which a canceller never requests",
      leaks = @Leak(type = "cursor", count = 17, openedAt = "CancelledFlow$Rows.newCursor"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      takeAll(false);
    }
  }

  @Truth(why = "the cursor is closed after the last row or when the subscriber cancels")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      takeAll(true);
    }
  }
}
