package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The state of every thread that has met a hook. Slots that an ended thread kept come back when
 * other threads have come since.
 */
final class ThreadStates extends ThreadLocal<ThreadState> {
  private static final int SWEEP_EVERY = 64;

  /** Pools name threads without end; past so many names, numbers in them are left out. */
  private static final int MAX_NAMES = 4096;

  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualHandle();

  private final LedgerWriter ledger;
  private final AtomicInteger nextStripe = new AtomicInteger();

  /** Of threads that were not virtual, by identity hash. */
  private final HashMap<Integer, ThreadState> platform = new HashMap<>();

  private final ArrayList<ThreadState> displaced = new ArrayList<>();
  private final HashSet<String> names = new HashSet<>();
  private int sinceSweep;

  ThreadStates(LedgerWriter ledger) {
    this.ledger = ledger;
  }

  private static @Nullable MethodHandle isVirtualHandle() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  static boolean isVirtual(Thread thread) {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      return false;
    }
  }

  @Override
  protected ThreadState initialValue() {
    Thread thread = Thread.currentThread();
    boolean virtual = isVirtual(thread);
    ThreadState known = virtual ? null : registered(thread);
    if (known != null) {
      return known;
    }
    ThreadState state =
        new ThreadState(
            thread, ledger, boundedName(thread, virtual), nextStripe.getAndIncrement(), virtual);
    if (!virtual) {
      register(thread, state);
    }
    return state;
  }

  private String boundedName(Thread thread, boolean virtual) {
    String name = thread.getName();
    if (name.isEmpty()) {
      return virtual ? "(virtual thread)" : "(unnamed thread)";
    }
    synchronized (names) {
      if (names.contains(name)) {
        return name;
      }
      if (names.size() < MAX_NAMES) {
        names.add(name);
        return name;
      }
    }
    return withoutNumbers(name);
  }

  static String withoutNumbers(String name) {
    StringBuilder kept = new StringBuilder(name.length());
    boolean inNumber = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit) {
        kept.append(c);
      } else if (!inNumber) {
        kept.append('#');
      }
      inNumber = digit;
    }
    return kept.toString();
  }

  /**
   * The state of a thread that has lost it: pools of the JDK erase what their threads have between
   * two tasks.
   */
  private @Nullable ThreadState registered(Thread thread) {
    synchronized (platform) {
      ThreadState known = platform.get(System.identityHashCode(thread));
      return known != null && known.thread.refersTo(thread) ? known : null;
    }
  }

  private void register(Thread thread, ThreadState state) {
    synchronized (platform) {
      if (++sinceSweep >= SWEEP_EVERY) {
        sinceSweep = 0;
        sweep();
      }
      ThreadState replaced = platform.put(System.identityHashCode(thread), state);
      if (replaced != null) {
        // Of an ended thread, or one of equal hash, which from now on is found no more.
        displaced.add(replaced);
      }
    }
  }

  /** Those of platform threads that have met a hook. */
  List<ThreadState> ofPlatformThreads() {
    synchronized (platform) {
      List<ThreadState> all = new ArrayList<>(platform.values());
      all.addAll(displaced);
      return all;
    }
  }

  private void sweep() {
    sweep(platform.values().iterator());
    sweep(displaced.iterator());
  }

  private void sweep(Iterator<ThreadState> states) {
    while (states.hasNext()) {
      ThreadState state = states.next();
      Thread thread = state.thread.get();
      if (thread == null || !thread.isAlive()) {
        ledger.slots().drain(state.batch);
        states.remove();
      }
    }
  }
}
