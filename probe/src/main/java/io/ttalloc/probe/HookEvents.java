package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import org.jspecify.annotations.Nullable;

/**
 * What hooks record once {@link Recorder} has let them in: hands each event to the class that knows
 * what follows from it.
 *
 * <p>Whatever error leaves these methods, the ledger is right; only a close may be half done until
 * {@link #afterError} has mended it. Called by one thread at a time for each {@link ThreadState}.
 */
final class HookEvents {
  static final int CLOSING = 0;
  static final int CLOSED = 1;
  static final int USED = 2;
  static final int SCOPE_ENTERED = 3;
  static final int SCOPE_EXITED = 4;
  static final int HELD = 5;
  static final int DROPPED = 6;
  static final int MARKED = 7;

  static final int DISOWNED = 10;

  static final int COUNTING = 11;
  static final int UPDATED = 12;
  static final int OPENED_AGAIN = 13;

  /** No event: records what earlier hooks have left. */
  static final int CATCH_UP = 9;

  private final LedgerWriter ledger;
  private final ProbeListener listener;
  private final Updates updates;
  private final Openings openings;
  private final Closings closings;
  private final CountedReferences counts;
  private final Holdings holdings;
  private final Scopes scopes;
  private final CatchUp catchUp;
  private final NumbersOpenedAgain openedAgain;

  HookEvents(Tracked tracked, CloseCompletion completion, Late late, ProbeListener listener) {
    this.ledger = tracked.ledger;
    this.listener = listener;
    this.closings = new Closings(tracked, completion);
    this.counts = new CountedReferences(tracked, closings, completion);
    this.openedAgain = new NumbersOpenedAgain(tracked, listener);
    this.updates = new Updates(tracked, completion, late);
    this.holdings = new Holdings(tracked, completion, late);
    this.openings = new Openings(tracked, completion, updates, holdings.unopened());
    this.scopes = new Scopes(tracked, completion);
    this.catchUp = new CatchUp(late, tracked, closings, counts, completion, holdings, updates);
  }

  /** Whether a stack would be recorded if this object were opened now. */
  boolean wantsStack(Object object) {
    return openings.wantsStack(object);
  }

  /** Whether an update of this object has to be recorded. */
  boolean isOpen(Object object) {
    return updates.areDue(object);
  }

  /** Records an opening; where the resource lies is in the thread's {@link Placement}. */
  void opened(
      ThreadState thread,
      Object object,
      ProbeType type,
      int rule,
      @Nullable Object space,
      @Nullable Object session,
      @Nullable Object label,
      @Nullable Throwable here) {
    catchUp.ifDue(thread);
    openings.opened(thread, object, type, rule, space, session, label, here);
    scopes.opened(thread, object);
    holdings.opened(thread, object);
    // A close of what was being opened may have come meanwhile, on another thread.
    catchUp.ifDue(thread);
  }

  /**
   * Records an event of any kind but an opening.
   *
   * @param other the cache that holds the object, or the token of its close
   * @param detail the cache's name for the object, what its close threw, or its {@link Update}
   * @param index of the rule or of the scope
   * @param number what was returned when the scope was entered, or how many references are added
   * @return the token of a close or of a use after it that has begun, or the thread if it has
   *     entered a scope
   */
  @Nullable Object record(
      ThreadState thread,
      int kind,
      @Nullable Object object,
      @Nullable Object other,
      @Nullable Object detail,
      int index,
      int number) {
    if (kind != CLOSED) {
      // A close that has begun must end, whatever else fails.
      catchUp.ifDue(thread);
    }
    switch (kind) {
      case CLOSING -> {
        return closings.begin(thread, object, index);
      }
      case CLOSED -> ended(thread, other, (Throwable) detail);
      case COUNTING -> {
        return counts.begin(thread, object, index, number);
      }
      case UPDATED -> updated(thread, object, detail, index);
      case USED -> {
        return closings.used(thread, object);
      }
      case OPENED_AGAIN -> openedAgain.opened(thread, object, index);
      case DISOWNED -> closings.disown(thread, object);
      case SCOPE_ENTERED -> {
        thread.enteredScope = scopes.enter(thread, object, index);
        return thread;
      }
      case SCOPE_EXITED -> scopes.exit(thread, number, index, object);
      case HELD -> recordLeft(thread, holdings.held(thread, other, object, detail, true));
      case DROPPED -> recordLeft(thread, holdings.dropped(thread, other, object, true));
      case MARKED -> listener.marked(String.valueOf(object));
      default -> {
        // Only to catch up.
      }
    }
    return null;
  }

  private void recordLeft(ThreadState thread, boolean canBe) {
    if (canBe) {
      catchUp.ifDue(thread);
    }
  }

  private void ended(ThreadState thread, @Nullable Object token, @Nullable Throwable thrown) {
    if (token instanceof Resource begun) {
      closings.end(thread, begun, thrown);
    } else if (token instanceof AfterClose call) {
      call.end();
    } else if (token instanceof InnerClose inner) {
      if (thrown == null) {
        inner.ended(thread);
      }
    } else if (token instanceof CountCall call) {
      counts.end(thread, call, thrown);
    }
  }

  private void updated(
      ThreadState thread, @Nullable Object object, @Nullable Object detail, int index) {
    if (detail instanceof Update update) {
      updates.updated(thread, object, update, index);
      // Another update may have come meanwhile, on another thread.
      catchUp.ifDue(thread);
    }
  }

  /**
   * Mends what an error has cut off: finds a close that has begun, ends one that has ended.
   *
   * @param result what was recorded before the error
   * @return what the hook returns
   */
  @Nullable Object afterError(
      ThreadState thread,
      int kind,
      @Nullable Object object,
      @Nullable Object other,
      @Nullable Object detail,
      @Nullable Object result) {
    if (kind == CLOSED && other instanceof Resource begun) {
      closings.endAfterAll(thread, begun, (Throwable) detail);
    } else if (kind == CLOSED && other instanceof AfterClose call) {
      call.end();
    } else if (kind == CLOSED && other instanceof CountCall call) {
      call.end(thread);
    } else if (kind == DISOWNED) {
      closings.disownAfterAll(thread, object);
    } else if ((kind == CLOSING || kind == COUNTING) && result != Late.TOKEN) {
      return closings.begunAfterAll(thread, object);
    }
    return result;
  }

  /** Returns the slots of a thread that keeps none. */
  void giveBack(ThreadState thread) {
    if (!thread.keepsSlots) {
      ledger.slots().drain(thread.batch);
    }
  }

  /** Records what earlier hooks have left, if there is something. */
  void catchUp(ThreadState thread) {
    catchUp.ifDue(thread);
  }
}
