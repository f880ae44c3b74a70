package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.SlotBatch;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What the probe keeps for one thread. Used by that thread alone, but for the batch of a thread
 * that has ended.
 */
final class ThreadState {
  final WeakReference<Thread> thread;
  final SlotBatch batch;
  final ScopeStack scopes = new ScopeStack();
  final Closers closers = new Closers();
  final int stripe;

  /** Threads that live too short to keep slots for themselves give them back at once. */
  final boolean keepsSlots;

  /** A Cleaner's thread: its closes are not the program's own. */
  final boolean reclaimer;

  /** Text id of the thread's name. */
  final int name;

  /** Which of the threads it is: closes name it. */
  final int number;

  /** How far a change of several steps has come: where it goes on after an error. */
  int step;

  /** An owner whose close has not closed all that it owns; nearly always null. */
  @Nullable Owner unfreed;

  /** Whether what an error cut off is being ended. */
  boolean healing;

  /** In a hook: whatever the probe itself opens or calls is not to be seen. */
  boolean busy;

  /**
   * Makes the object longer than two cache lines: the collector puts those of all threads side by
   * side, and every hook writes {@link #busy}.
   */
  @SuppressWarnings("unused") // It only takes room.
  private long room0, room1, room2, room3, room4, room5, room6, room7, room8, room9, room10, room11;

  /**
   * By the names that the JDK gives: other threads of the same class wait for processes and
   * connections to end.
   */
  private static boolean isReclaimer(String kind, String name) {
    boolean cleaner = name.equals("Common-Cleaner") || name.startsWith("Cleaner-");
    return (cleaner && kind.equals("jdk.internal.misc.InnocuousThread"))
        || kind.equals("java.lang.ref.Finalizer$FinalizerThread")
        // Of System.runFinalization().
        || (name.equals("Secondary finalizer") && kind.equals("java.lang.Thread"));
  }

  ThreadState(Thread thread, LedgerWriter ledger, String name, int number, boolean virtual) {
    this.thread = new WeakReference<>(thread);
    this.number = number;
    this.stripe = number;
    this.keepsSlots = !virtual;
    this.batch = new SlotBatch(virtual ? 1 : SlotBatch.USUAL);
    this.name = ledger.text(name);
    this.reclaimer = isReclaimer(thread.getClass().getName(), name);
  }
}
