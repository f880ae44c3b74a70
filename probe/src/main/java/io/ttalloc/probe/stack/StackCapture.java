package io.ttalloc.probe.stack;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.resource.ClassFacts;
import org.jspecify.annotations.Nullable;

/**
 * Captures the current stack and finds its id in the ledger.
 *
 * <p>Capturing a known stack costs no more than filling a Throwable and hashing it. A new stack is
 * resolved at once, by the capturing thread: later, retransforming one of its classes could have
 * made its frames unreadable, and a queue of Throwables would prevent their classes from being
 * unloaded.
 */
public final class StackCapture {
  /**
   * Known stacks by raw key. Bounded: if all places of a set are occupied, a new entry replaces one
   * of them, and a replaced stack is later resolved again, to the same id. Lock-free: entries are
   * immutable.
   */
  static final class StackCache {
    private static final int SIZE = 1 << 15;
    private static final int WAYS = 4;

    /** A known stack, and its tally if a resource was opened with this stack. */
    record Entry(long key, int stackId, @Nullable Tally tally) {}

    private final @Nullable Entry[] entries = new Entry[SIZE];

    @Nullable Entry find(long key) {
      int base = (int) key & (SIZE - WAYS);
      for (int i = 0; i < WAYS; i++) {
        Entry entry = entries[base + i];
        if (entry == null) {
          return null;
        }
        if (entry.key == key) {
          return entry;
        }
      }
      return null;
    }

    void put(Entry entry) {
      int base = (int) entry.key & (SIZE - WAYS);
      for (int i = 0; i < WAYS; i++) {
        if (entries[base + i] == null) {
          entries[base + i] = entry;
          return;
        }
      }
      entries[base + (int) (entry.key >>> 60 & (WAYS - 1))] = entry;
    }
  }

  private static final long TYPE_SPREAD = 0xC2B2AE3D27D4EB4FL;

  private final LedgerWriter ledger;

  /** Whether stacks are captured; if not, all stacks are unknown. */
  public final boolean captures;

  private final @Nullable StackCache cache;
  private final FullHeap heap;
  private final HookErrors errors;

  /**
   * @param captures whether stacks are captured
   * @param raw whether raw keys work in this JVM
   */
  public StackCapture(
      LedgerWriter ledger, boolean captures, boolean raw, FullHeap heap, HookErrors errors) {
    this.ledger = ledger;
    this.captures = captures;
    this.cache = raw ? new StackCache() : null;
    this.heap = heap;
    this.errors = errors;
  }

  /**
   * The tally of a class under a rule and the current stack; null if the ledger cannot grow.
   *
   * @param here a Throwable with the current stack; null if this method has to create one
   */
  public @Nullable Tally tally(ClassFacts.UnderRule of, @Nullable Throwable here) {
    if (captures) {
      return tally(of.typeId, here == null ? new Throwable() : here);
    }
    Tally known = of.withoutStack;
    if (known == null) {
      known = ledger.tally(of.typeId, 0);
      of.withoutStack = known;
    }
    return known;
  }

  /** The tally of a type and the stack of a Throwable; null if the ledger cannot grow. */
  public @Nullable Tally tally(int typeId, Throwable here) {
    if (cache == null) {
      return newTally(typeId, here);
    }
    long key = RawStacks.key(here) ^ typeId * TYPE_SPREAD;
    StackCache.Entry known = cache.find(key);
    if (known != null) {
      return known.tally;
    }
    Tally tally = newTally(typeId, here);
    if (tally != null && tally.stackId() != 0) {
      cache.put(new StackCache.Entry(key, tally.stackId(), tally));
    }
    return tally;
  }

  private @Nullable Tally newTally(int typeId, Throwable here) {
    StackTraceElement[] trace = here.getStackTrace();
    Tally tally = ledger.tally(typeId, stack(trace));
    if (tally != null && StackInspection.hasInitializer(trace)) {
      tally.inInitializer();
    }
    return tally;
  }

  /**
   * The id of the current stack; 0 if it is unknown, or the heap is too full to capture it. Throws
   * nothing, because an event must not be lost for lack of its stack.
   */
  public int here() {
    if (!captures || heap.holdsOff()) {
      return 0;
    }
    try {
      int stack = stack();
      if (stack != 0) {
        heap.sufficed();
      }
      return stack;
    } catch (Throwable e) {
      errors.failed(e);
      return 0;
    }
  }

  /** The id of the current stack; 0 if it is unknown. */
  private int stack() {
    Throwable here = new Throwable();
    if (cache == null) {
      return resolve(here);
    }
    long key = RawStacks.key(here);
    StackCache.Entry known = cache.find(key);
    if (known != null) {
      return known.stackId;
    }
    int stackId = resolve(here);
    if (stackId != 0) {
      cache.put(new StackCache.Entry(key, stackId, null));
    }
    return stackId;
  }

  private int resolve(Throwable here) {
    return stack(here.getStackTrace());
  }

  /** The id of a stack, without the frames of hooks at the top; 0 if it is unknown. */
  int stack(StackTraceElement[] trace) {
    int start = hooksOn(trace);
    int length = Math.min(trace.length - start, RecordLayout.MAX_FRAMES);
    int[] frames = new int[length];
    for (int i = 0; i < length; i++) {
      StackTraceElement element = trace[start + i];
      frames[i] =
          ledger.frame(
              StableNames.of(element.getClassName()),
              element.getMethodName(),
              element.getFileName(),
              element.getLineNumber());
      if (frames[i] == 0) {
        return 0;
      }
    }
    return length == 0 ? 0 : ledger.stack(frames);
  }

  /** The number of innermost frames that belong to hooks. */
  static int hooksOn(StackTraceElement[] trace) {
    int hooks = 0;
    while (hooks < trace.length && isHook(trace[hooks].getClassName())) {
      hooks++;
    }
    return hooks;
  }

  private static boolean isHook(String className) {
    return className.startsWith("io.ttalloc.probe.") || className.equals("java.lang.TtAllocHooks");
  }
}
