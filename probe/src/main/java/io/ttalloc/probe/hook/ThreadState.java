package io.ttalloc.probe.hook;

import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Placement;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The probe's state for one thread. Used by that thread alone; another thread may only take the
 * batch, after this thread has ended.
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

  /** False for virtual threads, which are too short-lived: they return their slots at once. */
  public final boolean keepsSlots;

  /** True for the thread of a Cleaner or finalizer, whose closes are not the program's own. */
  public final boolean reclaimer;

  /** Text id of the thread's name. */
  public final int name;

  /** The number of this thread; a close stores it to identify the closing thread. */
  public final int number;

  /** The place of the resource that is being opened. */
  public final Placement placement = new Placement();

  /** The last of the owners that this thread is closing together; null if there are none. */
  public @Nullable Owner lastTogether;

  /** Calls on resources that were open when they began. */
  public final Calls uses = new Calls();

  /** Calls on closed resources. */
  public final Calls afterClose = new Calls();

  /** Closes that have ended within an outer close of the same resource that is still running. */
  public final Calls innerCloses = new Calls();

  /** Calls that change a reference count. */
  public final Calls counting = new Calls();

  /** The object for the number that the thread has opened most recently; null before the first. */
  public @Nullable Keyed lastNumber;

  public int ruleOfLastNumber;

  /** Whether the thread is in a hook: its events are the probe's own and are ignored. */
  public boolean busy;

  /**
   * Padding of two cache lines: the collector may place the states of all threads side by side, and
   * every hook writes {@link #busy}.
   */
  @SuppressWarnings("unused") // Padding only.
  private long room0, room1, room2, room3, room4, room5, room6, room7, room8, room9, room10, room11;

  /**
   * Recognizes the threads of Cleaners and finalizers by the names that the JDK gives them, because
   * other threads of the same class wait for processes and connections to end.
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
