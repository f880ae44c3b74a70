package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evidence from how a resource ended, or how the process did while it was open. */
public sealed interface StateReason extends Reason {
  /**
   * A resource that was reclaimed at the same time.
   *
   * @param at where it was opened; null if that is not known
   */
  record Companion(long count, String type, @Nullable Frame at) {}

  /** Whether what is open at exit is reachable. */
  enum Reach {
    /** It is a handle, and nothing shows whether it is reachable. */
    HANDLE,
    /** The heap shows it. */
    SHOWN,
    REACHABLE,
    /** There was no collection at the end. */
    MAYBE_NOT
  }

  /** The basis of a guess. */
  enum Basis {
    HEAP,
    /** Stacks alone, since a number is in no heap. */
    STACKS_OF_NUMBER,
    /** Stacks alone, since nothing looked into the heap. */
    STACKS
  }

  /**
   * A user of a resource.
   *
   * @param call a call that had not returned and shows the use; null if there is none
   * @param handedOver whether it may have been handed the resource, and had not opened it
   */
  record UsedBy(Use use, @Nullable Frame call, boolean handedOver) {}

  /** The use of a resource. */
  enum Use {
    BY_OWNER,
    IN_COLLECTIONS,
    BY_OWN_THREADS,
    BY_CALLS,
    /**
     * The heap does not show it; by stacks, a call that had not returned opened it or its owner.
     */
    OPENER_RUNS
  }

  /** Some were collected and never closed. */
  record Collected(long count) implements StateReason {
    @Override
    public boolean countsItsOwn() {
      return true;
    }

    @Override
    public Reason withoutCounts() {
      return new Collected(0);
    }

    @Override
    public Reason plus(Reason other) {
      return new Collected(SaturatedSum.of(count, ((Collected) other).count));
    }
  }

  /** Nothing refers to some any more, which were not collected. */
  record Unreachable(long count) implements StateReason {
    @Override
    public boolean countsItsOwn() {
      return true;
    }

    @Override
    public Reason withoutCounts() {
      return new Unreachable(0);
    }

    @Override
    public Reason plus(Reason other) {
      return new Unreachable(SaturatedSum.of(count, ((Unreachable) other).count));
    }
  }

  /** Some have no slot: the ledger keeps only their number and bytes. */
  record Folded(long count) implements StateReason {
    @Override
    public boolean countsItsOwn() {
      return true;
    }

    @Override
    public Reason withoutCounts() {
      return new Folded(0);
    }

    @Override
    public Reason plus(Reason other) {
      return new Folded(SaturatedSum.of(count, ((Folded) other).count));
    }
  }

  /** A reclaimer closed some of all that were opened. */
  record Reclaimed(long count, long opened) implements StateReason {
    @Override
    public boolean countsItsOwn() {
      return true;
    }

    @Override
    public Reason withoutCounts() {
      return new Reclaimed(0, 0);
    }

    @Override
    public Reason plus(Reason other) {
      Reclaimed more = (Reclaimed) other;
      return new Reclaimed(
          SaturatedSum.of(count, more.count), SaturatedSum.of(opened, more.opened));
    }
  }

  /** Other resources that a reclaimer closed at the same time. */
  record ReclaimedWith(List<Companion> companions, boolean more) implements StateReason {
    public ReclaimedWith {
      companions = List.copyOf(companions);
    }
  }

  /**
   * Resources that were open when the process ended.
   *
   * @param inNoCache whether it is known that no cache has it
   * @param notInDump whether the heap dump does not show what refers to it
   */
  record OpenAtEnd(Reach reach, boolean inNoCache, boolean notInDump) implements StateReason {}

  /**
   * Calls had not returned that use it.
   *
   * @param notInDump whether the heap dump does not show what refers to it
   */
  record StillUsed(UsedBy by, boolean notInDump) implements StateReason {}

  /**
   * A call opened it for itself, and returned nothing by which its caller could close it.
   *
   * @param jar the file of the library; null in the JDK, or if it is unknown
   */
  record OpenedForItself(Frame call, @Nullable String jar) implements StateReason {}

  /** Calls had not returned that use it, and nothing shows that they would have closed it. */
  record Undecided(UsedBy by) implements StateReason {}

  /**
   * A guess: a call stands inside a try statement whose cleanup may close it.
   *
   * @param several whether it may close more than the newest
   */
  record StandsInTry(Basis basis, Frame call, boolean several) implements StateReason {}

  /**
   * The run did not end in order.
   *
   * @param growing whether the newest alone may be in use
   * @param notInDump whether the heap dump does not show what refers to it
   */
  record UnfinishedRun(ProcessEntry.Ended ended, boolean growing, boolean notInDump)
      implements StateReason {}

  /**
   * Open for longer than its limit.
   *
   * @param count the number of such resources
   * @param total the number of open resources
   */
  record OverLimit(long limitNanos, long count, long total) implements StateReason {
    @Override
    public boolean countsItsOwn() {
      return count < total;
    }

    @Override
    public Reason withoutCounts() {
      return new OverLimit(limitNanos, 0, 0);
    }

    @Override
    public Reason plus(Reason other) {
      OverLimit more = (OverLimit) other;
      return new OverLimit(
          limitNanos, SaturatedSum.of(count, more.count), SaturatedSum.of(total, more.total));
    }
  }

  /**
   * The age of open resources.
   *
   * @param oneOf whether only one of them is
   */
  record OpenFor(boolean oneOf, long nanos, OpenedBy by) implements StateReason {}

  /** Threads that opened it. */
  record OpenedBy(List<String> threads, boolean more) implements StateReason {
    public OpenedBy {
      threads = List.copyOf(threads);
    }

    private static final int MAX_NAMED = 4;

    /** The first few of several threads. */
    public static OpenedBy of(List<String> threads) {
      return new OpenedBy(
          List.copyOf(threads.subList(0, Math.min(MAX_NAMED, threads.size()))),
          threads.size() > MAX_NAMED);
    }
  }
}
