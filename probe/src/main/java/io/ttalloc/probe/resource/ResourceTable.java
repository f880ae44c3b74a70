package io.ttalloc.probe.resource;

import static io.ttalloc.ledger.LedgerLayout.MAX_SEGMENTS;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT;
import static io.ttalloc.ledger.SlotLayout.SLOTS_PER_SEGMENT_SHIFT;
import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Maps every slot to its open resource. Keeps the resources strongly reachable, because the
 * collector enqueues only reachable references. Takes one array element for each slot, and no lock.
 */
public final class ResourceTable {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Resource[].class);

  /** One element for every segment that a ledger may have: 64 KiB, never replaced. */
  private final AtomicReferenceArray<Resource @Nullable []> segments =
      new AtomicReferenceArray<>(MAX_SEGMENTS);

  public void put(int slot, Resource resource) {
    ELEMENT.setRelease(
        segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), slot & (SLOTS_PER_SEGMENT - 1), resource);
  }

  /** Removes the resource of a slot. Must be called before another resource may get the slot. */
  public void clear(int slot) {
    ELEMENT.setRelease(
        segment(slot >>> SLOTS_PER_SEGMENT_SHIFT), slot & (SLOTS_PER_SEGMENT - 1), (Resource) null);
  }

  private Resource[] segment(int number) {
    Resource[] segment = segments.get(number);
    if (segment != null) {
      return segment;
    }
    Resource[] fresh = new Resource[SLOTS_PER_SEGMENT];
    return segments.compareAndSet(number, null, fresh)
        ? fresh
        : requireNonNull(segments.get(number));
  }
}
