package io.ttalloc.probe.close;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.ClassFacts;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.RecordedTypes;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.resource.Resources;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probe.stack.StackCapture;
import io.ttalloc.probe.stack.StackInspection;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Records closes of objects whose openings were not seen by any rule and are missing from the
 * ledger.
 *
 * <p>Some closes do not indicate a missing opening, and are not counted:
 *
 * <ul>
 *   <li>the close of any object after events were dropped, since the opening may be one of them;
 *   <li>the close of an object whose opening is in progress or has failed, since a constructor or a
 *       factory may close what it cannot complete;
 *   <li>a close by a Cleaner or finalizer, which may also close objects whose constructor failed;
 *   <li>the close of an object that may have been opened before tracking began, because its class
 *       was loaded before;
 *   <li>the close of an object that was not made by a constructor, such as a copy, a deserialized
 *       object or a test double.
 * </ul>
 */
public final class UnknownCloses {
  /**
   * The maximum number of closes whose stacks are captured and examined; further closes are only
   * counted.
   */
  private static final int STACKS = 1 << 10;

  /**
   * Objects that were closed before they were opened: a constructor may close its own object, or
   * pass the object to another thread that closes it. The opening is recorded when the constructor
   * returns, together with the close, since the program will not close the object again.
   *
   * <p>Remembers the last {@link #MAX_COUNT} objects. Thread-safe.
   */
  static final class EarlyCloses {
    /** Returned instead of a misuse if the object was not closed before. */
    static final int NOT_THERE = -2;

    /**
     * Used instead of a misuse if the close of the object was not counted as a close of an unknown
     * object.
     */
    static final int UNCOUNTED = -1;

    private static final int MAX_COUNT = 16;

    private final ArrayList<@Nullable WeakReference<Object>> objects =
        new ArrayList<>(Collections.nCopies(MAX_COUNT, null));

    /** For each object, the misuse that was counted for its close. */
    private final int[] misuses = new int[MAX_COUNT];

    private int next;

    /** The number of remembered objects. It is usually 0, and then there is nothing to search. */
    private volatile int count;

    /**
     * Remembers an object, by a reference to it. Allocates nothing.
     *
     * @param misuse the misuse that was counted for its close; 0 if the close was only added to the
     *     total of unknown closes
     */
    synchronized void add(WeakReference<Object> object, int misuse) {
      misuses[next] = misuse;
      if (objects.set(next, object) == null) {
        count = count + 1;
      }
      next = (next + 1) % MAX_COUNT;
    }

    /**
     * Forgets an object, and returns the misuse that was counted for its close; returns {@link
     * #NOT_THERE} if the object is not remembered.
     */
    int remove(Object object) {
      return count == 0 ? NOT_THERE : find(object);
    }

    private synchronized int find(Object object) {
      for (int i = 0; i < MAX_COUNT; i++) {
        WeakReference<Object> known = objects.get(i);
        if (known != null && known.refersTo(object)) {
          objects.set(i, null);
          count = count - 1;
          return misuses[i];
        }
      }
      return NOT_THERE;
    }
  }

  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final Resources resources;
  private final RecordedTypes types;
  private final StackCapture stacks;
  private final FullHeap heap;
  private final EarlyCloses earlyCloses = new EarlyCloses();
  private final AtomicInteger captured = new AtomicInteger();

  public UnknownCloses(
      LedgerWriter ledger,
      ProbeRules rules,
      Resources resources,
      RecordedTypes types,
      StackCapture stacks,
      FullHeap heap) {
    this.ledger = ledger;
    this.rules = rules;
    this.resources = resources;
    this.types = types;
    this.stacks = stacks;
    this.heap = heap;
  }

  /**
   * Records the close of an object that has no resource. If another thread may be opening the
   * object at this moment, either this method finds its resource, or the opening finds the object
   * among the early closes.
   *
   * @return the resource, if there is one by now
   */
  public @Nullable Resource closed(ThreadState thread, Object object, int rule) {
    ProbeType type = rules.type(rule);
    boolean counts = !ledger.hasDropped() && countsAs(thread, object, type);
    boolean mayBeEarly = type.byConstructor && !(object instanceof Keyed);
    if ((counts || mayBeEarly) && heap.holdsOff()) {
      ledger.dropped(Loss.NO_HEAP);
      return null;
    }
    // Allocated first, since a close may be counted only if the count can be corrected later.
    WeakReference<Object> early = mayBeEarly ? new WeakReference<>(object) : null;
    int misuse = counts ? count(object, type, rule) : EarlyCloses.UNCOUNTED;
    if (early == null) {
      return null;
    }
    earlyCloses.add(early, misuse);
    heap.sufficed();
    // The opening writes the object's field first and then looks for early closes, so at least one
    // of the two threads sees what the other has written.
    VarHandle.fullFence();
    Resource resource = resources.find(object);
    return resource != null && openedAfterAll(object) ? resource : null;
  }

  /**
   * Whether an object that is being opened was closed before. If so, its earlier close no longer
   * counts as a close of an unknown object.
   */
  public boolean openedAfterAll(Object object) {
    int counted = earlyCloses.remove(object);
    if (counted >= 0) {
      ledger.knownAfterAll(counted);
    }
    return counted != EarlyCloses.NOT_THERE;
  }

  private boolean countsAs(ThreadState thread, Object object, ProbeType type) {
    if (object instanceof Keyed) {
      // For a number, only the rule is known. If the rule permits a second close, this close may be
      // the second.
      return !type.unknownCloseIgnored && !type.idempotent && !rules.areOlderThanTracking(type);
    }
    return !type.unknownCloseIgnored
        && (type.excluded == null || !type.excluded.contains(object.getClass()))
        && !(type.byConstructor && thread.reclaimer)
        && !rules.isOlderThanTracking(object.getClass())
        && !rules.opening.areAllConstructorsOf(object.getClass())
        && !resources.isCopy(object);
  }

  private int count(Object object, ProbeType type, int rule) {
    boolean examined = captured.get() < STACKS;
    if (examined) {
      StackTraceElement[] stack = new Throwable().getStackTrace();
      if (rules.opening.areOn(stack, type)
          || StackInspection.explainsUnknownClose(stack, object.getClass())) {
        return EarlyCloses.UNCOUNTED;
      }
    }
    if (examined) {
      int unused = captured.incrementAndGet();
    }
    ClassFacts.UnderRule of = types.of(object, resources.factsOf(object), type, rule);
    int stack = examined ? stacks.here() : 0;
    int misuse =
        of == null ? 0 : ledger.misuse(MisuseKind.CLOSE_OF_UNKNOWN, of.typeId, 0, stack, 0);
    ledger.unknownClose();
    return Math.max(0, misuse);
  }
}
