package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evidence from how a resource ended, or from how the process ended while the resource was open.
 */
public sealed interface StateReason extends Reason {
  /**
   * Other resources that were reclaimed at the same time as the resources of the finding.
   *
   * @param at where the other resources were opened; null if that is not known
   */
  record Companion(long count, String type, @Nullable Frame at) {}

  /** Whether a resource that is open at exit is reachable. */
  enum Reach {
    /** The resource is a native handle, and nothing shows whether it is reachable. */
    HANDLE,
    /** The heap dump shows that the resource is reachable. */
    SHOWN,
    REACHABLE,
    /**
     * It is unknown whether the resource is reachable, since there was no garbage collection at
     * exit.
     */
    MAYBE_NOT
  }

  /** The basis of a guess. */
  enum Basis {
    HEAP,
    /** Stacks alone, since the resource is a native handle: a number, which no heap dump shows. */
    STACKS_OF_NUMBER,
    /** Stacks alone, since no heap dump shows what refers to the resource. */
    STACKS
  }

  /**
   * The use of a resource, and the call that shows it.
   *
   * @param call a call that had not returned and shows the use; null if there is none
   * @param handedOver whether the call may have received the resource rather than opened it
   */
  record UsedBy(Use use, @Nullable Frame call, boolean handedOver) {}

  /** How a resource is used. */
  enum Use {
    BY_OWNER,
    IN_COLLECTIONS,
    BY_OWN_THREADS,
    BY_CALLS,
    /**
     * No heap dump shows what refers to the resource; judging by stacks, a call that had not
     * returned opened the resource or its owner, or may have received the resource from its caller.
     */
    OPENER_RUNS
  }

  /** Some of the resources were collected and never closed. */
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

  /** Some of the resources were not collected but are unreachable. */
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

  /** Some of the resources have no slot: the ledger keeps only their number and total size. */
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

  /** A reclaimer closed {@code count} of the {@code opened} resources. */
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

  /** A reclaimer closed other resources at the same time. */
  record ReclaimedWith(List<Companion> companions, boolean more) implements StateReason {
    public ReclaimedWith {
      companions = List.copyOf(companions);
    }
  }

  /**
   * The resources were open when the process ended.
   *
   * @param inNoCache whether the resources are known to be in no cache
   * @param notInDump whether the heap dump does not show what refers to the resources
   */
  record OpenAtEnd(Reach reach, boolean inNoCache, boolean notInDump) implements StateReason {}

  /**
   * Calls that use the resources had not returned.
   *
   * @param notInDump whether the heap dump does not show what refers to the resources
   */
  record StillUsed(UsedBy by, boolean notInDump) implements StateReason {}

  /**
   * A call opened the resource for itself and returned nothing with which its caller could close
   * it.
   *
   * @param jar the JAR file of the library; null in the JDK, or if it is unknown
   */
  record OpenedForItself(Frame call, @Nullable String jar) implements StateReason {}

  /**
   * Calls that use the resources had not returned, and nothing shows that these calls would have
   * closed the resources.
   *
   * @param task the task of a library's thread that would close the resources, but only when the
   *     task ends; null if there is no such task
   */
  record Undecided(UsedBy by, @Nullable Frame task) implements StateReason {}

  /**
   * A guess: a call is inside a try statement whose cleanup may close the resource.
   *
   * @param several whether the cleanup may close more than the newest resource
   */
  record StandsInTry(Basis basis, Frame call, boolean several) implements StateReason {}

  /**
   * The method that opened the resource also closed another resource. That close threw, so the
   * method may not have reached the close of this resource.
   *
   * @param className the class of the other resource
   * @param at the line with the close that threw
   */
  record CloseSkipped(String className, Frame at) implements StateReason {}

  /**
   * The process was killed or is still running, or the agent was detached before the process ended.
   *
   * @param growing whether the finding is growing, so that only its newest resource may be in use
   * @param notInDump whether the heap dump does not show what refers to the resources
   */
  record UnfinishedRun(ProcessEntry.Ended ended, boolean growing, boolean notInDump)
      implements StateReason {}

  /**
   * Resources have been open for longer than their limit.
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
   * @param oneOf whether {@code nanos} is the age of only one of the resources
   */
  record OpenFor(boolean oneOf, long nanos, OpenedBy by) implements StateReason {}

  /** The threads that opened the resources. */
  record OpenedBy(List<String> threads, boolean more) implements StateReason {
    public OpenedBy {
      threads = List.copyOf(threads);
    }

    private static final int MAX_NAMED = 4;

    /** Returns the first four threads, and whether there are more. */
    public static OpenedBy of(List<String> threads) {
      return new OpenedBy(
          List.copyOf(threads.subList(0, Math.min(MAX_NAMED, threads.size()))),
          threads.size() > MAX_NAMED);
    }
  }
}
