package io.ttalloc.probe;

import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerWriter;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What the probe keeps for one thread. Used by that thread alone, except for the batch, which is
 * taken from a thread that has ended.
 */
final class ThreadState {
  final WeakReference<Thread> thread;
  final SlotBatch batch;
  final ScopeStack scopes = new ScopeStack();
  final Closers closers = new Closers();
  final int stripe;

  /** False for virtual threads, which live too briefly: they return their slots at once. */
  final boolean keepsSlots;

  /** A Cleaner's thread: its closes are not the program's own. */
  final boolean reclaimer;

  /** Text id of the thread's name. */
  final int name;

  /** The number of this thread, by which a close names the thread that makes it. */
  final int number;

  /** Where the resource lies that is being opened. */
  final Placement placement = new Placement();

  /** The last of the owners that the thread closes together; null while it does not. */
  @Nullable Owner lastTogether;

  /** Calls on resources that were open when they began. */
  final Uses uses = new Uses();

  /** Calls on closed resources. */
  final Calls afterClose = new Calls();

  /** Closes that have ended within others of the same resource, which are still under way. */
  final Calls innerCloses = new Calls();

  /** Calls that change a count of references. */
  final Calls counting = new Calls();

  /** What stands for the number that the thread has opened last; null before the first. */
  @Nullable Keyed lastNumber;

  int ruleOfLastNumber;

  /** Whether the thread is in a hook: its events are the probe's own and are ignored. */
  boolean busy;

  /**
   * Padding beyond two cache lines: the collector places the states of all threads side by side,
   * and every hook writes {@link #busy}.
   */
  @SuppressWarnings("unused") // It only takes up space.
  private long room0, room1, room2, room3, room4, room5, room6, room7, room8, room9, room10, room11;

  /**
   * Recognised by the names that the JDK gives them: other threads of the same class wait for
   * processes and connections to end.
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
