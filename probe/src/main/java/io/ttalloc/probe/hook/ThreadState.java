package io.ttalloc.probe.hook;

import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Placement;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The probe's state for one thread. Used by that thread alone, except that another thread may take
 * the batch after this thread has ended.
 */
public final class ThreadState {
  public final WeakReference<Thread> thread;
  public final SlotBatch batch;
  public final ScopeStack scopes = new ScopeStack();
  public final Closers closers = new Closers();

  /**
   * The copy of the ledger's counters that this thread adds to, so that threads do not all contend
   * for one cache line.
   */
  public final int stripe;

  /**
   * Whether the thread keeps unused slots for later openings. Virtual threads are too short-lived
   * and return unused slots at once.
   */
  public final boolean keepsSlots;

  /** True for the thread of a Cleaner or finalizer, whose closes are not the program's own. */
  public final boolean reclaimer;

  /** Text id of the thread's name. */
  public final int name;

  /** The number of this thread; a close stores it to identify the closing thread. */
  public final int number;

  /** The place of the resource that is being opened. */
  public final Placement placement = new Placement();

  /**
   * The last in the list of owners that this thread is closing together; null if there are none.
   */
  public @Nullable Owner lastTogether;

  /** The running calls on resources that were open at the start of the call. */
  public final Calls uses = new Calls();

  /** Calls on closed resources. */
  public final Calls afterClose = new Calls();

  /** Closes that have ended while an outer close of the same resource is still running. */
  public final Calls innerCloses = new Calls();

  /** Calls that change a reference count. */
  public final Calls counting = new Calls();

  /**
   * The object for the number that the thread has opened most recently; null if it has opened none.
   */
  public @Nullable Keyed lastNumber;

  public int ruleOfLastNumber;

  /** Whether the thread is in a hook; if so, further events are the probe's own and are ignored. */
  public boolean busy;

  /**
   * Padding of two cache lines that prevents false sharing: the collector may place the states of
   * all threads side by side, and every hook writes {@link #busy}.
   */
  @SuppressWarnings("unused") // Padding only.
  private long room0, room1, room2, room3, room4, room5, room6, room7, room8, room9, room10, room11;

  /**
   * Recognizes the threads of Cleaners and finalizers by their classes and by the names that the
   * JDK gives them. The class alone is not sufficient: other threads of a Cleaner's thread class
   * wait for processes and connections to end.
   */
  private static boolean isReclaimer(String kind, String name) {
    boolean cleaner = name.equals("Common-Cleaner") || name.startsWith("Cleaner-");
    return (cleaner && kind.equals("jdk.internal.misc.InnocuousThread"))
        || kind.equals("java.lang.ref.Finalizer$FinalizerThread")
        // The thread of System.runFinalization().
        || (name.equals("Secondary finalizer") && kind.equals("java.lang.Thread"));
  }

  ThreadState(
      Thread thread, LedgerWriter ledger, String name, int number, int stripe, boolean virtual) {
    this.thread = new WeakReference<>(thread);
    this.number = number;
    this.stripe = stripe;
    this.keepsSlots = !virtual;
    this.batch = new SlotBatch(virtual ? 1 : SlotBatch.USUAL);
    this.name = ledger.text(name);
    this.reclaimer = isReclaimer(thread.getClass().getName(), name);
  }
}
