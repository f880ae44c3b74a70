package io.ttalloc.serve.notify;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import java.util.function.Consumer;

/**
 * Tells of failures in as few lines as possible: one when sending begins to fail, one when
 * something that waited was dropped, one when sending works again. Thread-safe.
 */
public final class DeliveryLog {
  private final String what;
  private final String remedy;
  private final Consumer<String> out;
  private boolean failing;
  private boolean full;
  private long dropped;

  /**
   * A log of what has not failed yet.
   *
   * @param what is sent, and where to: {@code notifications to http://host:80}
   * @param remedy what happens after a failure
   */
  public DeliveryLog(String what, String remedy, Consumer<String> out) {
    this.what = what;
    this.remedy = remedy;
    this.out = out;
  }

  /** Notes a failure; the first since it worked is told. */
  public synchronized void failed(String why) {
    if (!failing) {
      failing = true;
      out.accept(what + " fail: " + VisibleText.of(why) + "; " + remedy);
    }
  }

  /** Notes that one was given up. */
  public synchronized void dropped() {
    dropped++;
  }

  /** Notes that one was dropped because too many wait; the first since it worked is told. */
  public synchronized void full(int waiting) {
    dropped++;
    if (!full) {
      full = true;
      out.accept(what + " are dropped: " + Numbers.grouped(waiting) + " wait already");
    }
  }

  /** Notes a success; the first since a failure is told. */
  public synchronized void worked() {
    if (failing || full) {
      String lost = dropped == 0 ? "" : "; " + Numbers.grouped(dropped) + " were dropped";
      out.accept(what + " arrive again" + lost);
      failing = false;
      full = false;
      dropped = 0;
    }
  }

  /** Tells of those that were not sent when sending ended. */
  public synchronized void ended(int waiting) {
    if (waiting + dropped > 0) {
      out.accept(what + ": " + Numbers.grouped(waiting + dropped) + " did not arrive");
    }
  }
}
