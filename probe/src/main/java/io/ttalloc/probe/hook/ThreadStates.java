package io.ttalloc.probe.hook;

import io.ttalloc.ledger.mapped.Growth;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The state of every thread that has called a hook. The slots that a thread kept are returned some
 * time after the thread has ended, when enough new threads have registered.
 */
public final class ThreadStates extends ThreadLocal<ThreadState> {
  private static final int SWEEP_EVERY = 64;

  /**
   * The maximum number of thread names that are recorded in full. In further names, each number is
   * replaced by {@code #}, because pools create an unlimited number of names.
   */
  private static final int MAX_NAMES = 4096;

  private static final int MAX_NAME_CHARS = 256;

  private static final String OWN_NAMES = "tt-alloc-";

  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualHandle();

  private final LedgerWriter ledger;
  private final AtomicInteger nextNumber = new AtomicInteger();
  private final AtomicInteger nextStripe = new AtomicInteger();

  /** The states of platform threads, by identity hash. */
  private final ConcurrentHashMap<Integer, ThreadState> platform = new ConcurrentHashMap<>();

  /**
   * The states that were replaced in {@link #platform} by the state of another thread with the same
   * identity hash.
   */
  private final ConcurrentHashMap<ThreadState, ThreadState> displaced = new ConcurrentHashMap<>();

  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final AtomicInteger registrations = new AtomicInteger();
  private volatile boolean sawVirtual;

  public ThreadStates(LedgerWriter ledger) {
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

  public static boolean isVirtual(Thread thread) {
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
    if (virtual && !sawVirtual) {
      sawVirtual = true;
    }
    ThreadState known = virtual ? null : registered(thread);
    if (known != null) {
      return known;
    }
    ThreadState state =
        new ThreadState(
            thread,
            ledger,
            boundedName(thread.getName(), virtual),
            nextNumber.getAndIncrement(),
            stripe(thread),
            virtual);
    if (!virtual) {
      register(thread, state);
    }
    // The ledger's own thread is always busy: hooks must ignore the files that the thread maps.
    state.busy = thread instanceof Growth;
    return state;
  }

  /**
   * The stripe of a thread. The agent's own threads add little to the counters and share stripe 0.
   * If each of them took the next stripe, two threads of the application might share one stripe
   * while other stripes are hardly used.
   */
  private int stripe(Thread thread) {
    return thread.getName().startsWith(OWN_NAMES) ? 0 : nextStripe.getAndIncrement();
  }

  /** Whether a virtual thread has called a hook. */
  public boolean sawVirtual() {
    return sawVirtual;
  }

  /** The name under which a thread is recorded. */
  public String boundedName(String name, boolean virtual) {
    if (name.isEmpty()) {
      return virtual ? ThreadRecord.UNNAMED_VIRTUAL : ThreadRecord.UNNAMED;
    }
    String bounded = name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) : name;
    if (names.contains(bounded)) {
      return bounded;
    }
    if (names.size() < MAX_NAMES) {
      names.add(bounded);
      return bounded;
    }
    return withoutNumbers(bounded);
  }

  public static String withoutNumbers(String name) {
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
   * Finds the state of a thread whose thread locals were cleared, as some thread pools of the JDK
   * do between two tasks.
   */
  private @Nullable ThreadState registered(Thread thread) {
    ThreadState known = platform.get(System.identityHashCode(thread));
    return known != null && known.thread.refersTo(thread) ? known : null;
  }

  private void register(Thread thread, ThreadState state) {
    if (registrations.incrementAndGet() % SWEEP_EVERY == 0) {
      sweep();
    }
    ThreadState replaced = platform.put(System.identityHashCode(thread), state);
    if (replaced != null) {
      // The thread of the replaced state has ended, or has the same hash and can no longer be
      // found.
      displaced.put(replaced, replaced);
    }
  }

  /** Whether a platform thread has called a hook. */
  public boolean know(Thread thread) {
    return registered(thread) != null;
  }

  /** The states of all platform threads. */
  public List<ThreadState> ofPlatformThreads() {
    List<ThreadState> all = new ArrayList<>(platform.values());
    all.addAll(displaced.values());
    return all;
  }

  /** Runs a task of the agent. The resources that the task opens and closes are not recorded. */
  public void unseen(Task task) {
    ThreadState thread = get();
    boolean before = thread.busy;
    thread.busy = true;
    try {
      task.run();
    } finally {
      thread.busy = before;
    }
  }

  private void sweep() {
    for (Map.Entry<Integer, ThreadState> entry : platform.entrySet()) {
      ThreadState state = entry.getValue();
      // Only the thread that removes a state returns the slots of that state.
      if (hasEnded(state) && platform.remove(entry.getKey(), state)) {
        ledger.slots().drain(state.batch);
      }
    }
    for (ThreadState state : displaced.values()) {
      if (hasEnded(state) && displaced.remove(state, state)) {
        ledger.slots().drain(state.batch);
      }
    }
  }

  private static boolean hasEnded(ThreadState state) {
    Thread thread = state.thread.get();
    return thread == null || !thread.isAlive();
  }
}
