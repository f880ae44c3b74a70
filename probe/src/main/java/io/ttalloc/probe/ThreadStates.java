package io.ttalloc.probe;

import io.ttalloc.ledger.LedgerWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashSet;
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
  private final ArrayList<ThreadState> platform = new ArrayList<>();
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
    ThreadState state =
        new ThreadState(
            thread, ledger, boundedName(thread, virtual), nextStripe.getAndIncrement(), virtual);
    if (!virtual) {
      register(state);
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

  private void register(ThreadState state) {
    synchronized (platform) {
      if (++sinceSweep >= SWEEP_EVERY) {
        sinceSweep = 0;
        sweep();
      }
      platform.add(state);
    }
  }

  /** Those of platform threads that have met a hook. */
  List<ThreadState> ofPlatformThreads() {
    synchronized (platform) {
      return new ArrayList<>(platform);
    }
  }

  private void sweep() {
    int kept = 0;
    for (int i = 0; i < platform.size(); i++) {
      ThreadState state = platform.get(i);
      Thread thread = state.thread.get();
      if (thread != null && thread.isAlive()) {
        platform.set(kept++, state);
      } else {
        ledger.slots().drain(state.batch);
      }
    }
    platform.subList(kept, platform.size()).clear();
  }
}
