package io.ttalloc.serve.notify;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import java.util.function.Consumer;

/**
 * Logs failures in as few lines as possible: one line when sending begins to fail, one when the
 * first queued message is dropped, and one when sending works again. Thread-safe.
 */
public final class DeliveryLog {
  private final String what;
  private final String remedy;
  private final Consumer<String> out;
  private boolean failing;
  private boolean full;
  private long dropped;

  /**
   * Creates a log in which no failure has been recorded yet.
   *
   * @param what a description of the messages and their receiver, such as {@code notifications to
   *     http://host:80}
   * @param remedy a clause that says how failures are handled
   */
  public DeliveryLog(String what, String remedy, Consumer<String> out) {
    this.what = what;
    this.remedy = remedy;
    this.out = out;
  }

  /** Records a failure; logs only the first one since a success. */
  public synchronized void failed(String why) {
    if (!failing) {
      failing = true;
      out.accept(what + " are not being delivered: " + VisibleText.of(why) + "; " + remedy);
    }
  }

  /** Records that a message was given up after repeated failures. */
  public synchronized void dropped() {
    dropped++;
  }

  /**
   * Records that a message was dropped because too many are queued; logs only the first one since a
   * success.
   */
  public synchronized void full(int waiting) {
    dropped++;
    if (!full) {
      full = true;
      out.accept(
          what
              + " are being dropped: the queue is full ("
              + Numbers.grouped(waiting)
              + " waiting)");
    }
  }

  /** Records a success; logs only the first one since a failure. */
  public synchronized void worked() {
    if (failing || full) {
      String lost =
          dropped == 0
              ? ""
              : "; " + Numbers.grouped(dropped) + (dropped == 1 ? " was dropped" : " were dropped");
      out.accept(what + " are being delivered again" + lost);
      failing = false;
      full = false;
      dropped = 0;
    }
  }

  /** Logs the number of messages that were still unsent when sending ended. */
  public synchronized void ended(int waiting) {
    if (waiting + dropped > 0) {
      out.accept(what + ": " + Numbers.grouped(waiting + dropped) + " not delivered");
    }
  }
}
