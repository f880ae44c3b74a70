package io.ttalloc.analysis.facts;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SlotEntry;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a heap dump of the process tells of its open resources, if there is one. Immutable. */
public final class HeapFacts {
  /** Nobody looked into the heap. */
  public static final HeapFacts NONE = new HeapFacts(null, DumpTime.OF_READING);

  /** What refers to a resource. */
  public enum Holder {
    /** Unknown: nobody looked, or the dump does not show what it is. */
    UNKNOWN,
    /** Something that lasts, or a collection. */
    LASTING,
    /** Only calls that had not returned, through no collection. */
    RUNNING_CALL,
    /** Nothing: the program can no longer close it. */
    NOTHING
  }

  /** Where running code begins: its variables, its locks and its thread's own task. */
  private static final Set<PathRoot.Kind> RUNNING =
      EnumSet.of(
          PathRoot.Kind.JAVA_LOCAL,
          PathRoot.Kind.JNI_LOCAL,
          PathRoot.Kind.LOCKED,
          PathRoot.Kind.THREAD);

  private static final Set<PathLink.Kind> DIRECT =
      EnumSet.of(PathLink.Kind.FIELD, PathLink.Kind.LAMBDA, PathLink.Kind.CAPTURE);

  private final @Nullable Map<Integer, HeldResource> bySlot;

  private final DumpTime time;

  private HeapFacts(@Nullable Map<Integer, HeldResource> bySlot, DumpTime time) {
    this.bySlot = bySlot;
    this.time = time;
  }

  /** What a report on a heap dump tells; null if there is none. */
  static HeapFacts of(@Nullable HeapReport report, DumpTime time) {
    if (report == null) {
      return NONE;
    }
    Map<Integer, HeldResource> bySlot = new HashMap<>();
    for (HeldResource resource : report.resources()) {
      // A slot is given away just before its former resource is said to have none.
      boolean ended = resource.state() == HeldResource.State.CLOSED;
      if (!ended || !bySlot.containsKey(resource.slot())) {
        bySlot.put(resource.slot(), resource);
      }
    }
    return new HeapFacts(bySlot, time);
  }

  /** Whether somebody looked when the ledger was read, so that a verdict may rest on it. */
  public boolean areKnown() {
    return bySlot != null && time.isOfReading();
  }

  /** Whether there is a heap dump, of whatever time. */
  public boolean haveDump() {
    return bySlot != null;
  }

  /** How long before the reading the heap was dumped; 0 if not long enough to be told. */
  public long earlierNanos() {
    return time.earlierNanos();
  }

  /** What the dump has of an open resource; null if it has nothing, or something else. */
  public @Nullable HeldResource of(SlotEntry slot) {
    HeldResource held = bySlot == null || !time.knew(slot) ? null : bySlot.get(slot.index());
    return held == null || isOther(held, slot) ? null : held;
  }

  /** Whether what the dump has in a slot is not the resource that the ledger has there. */
  private static boolean isOther(HeldResource held, SlotEntry slot) {
    return held.state() == HeldResource.State.CLOSED
        || (held.tally() != 0 && held.tally() != slot.tally().id());
  }

  /** What refers to an open resource when the ledger is read. */
  public Holder holderOf(SlotEntry slot) {
    if (bySlot == null || !time.knew(slot)) {
      return Holder.UNKNOWN;
    }
    HeldResource held = bySlot.get(slot.index());
    if (held == null) {
      // A dump has every object that was not collected, and this one is found by its object.
      return Holder.NOTHING;
    }
    // What refers to it may change any time; that nothing does, does not.
    if (!time.isOfReading() || isOther(held, slot) || held.reach() == Reach.UNREACHABLE) {
      return Holder.UNKNOWN;
    }
    ReferencePath path = held.path();
    return path == null ? withoutPath(held.reach()) : byPath(path);
  }

  private static Holder withoutPath(Reach reach) {
    return reach == Reach.FRAMES ? Holder.RUNNING_CALL : Holder.LASTING;
  }

  private static Holder byPath(ReferencePath path) {
    boolean direct = path.links().stream().allMatch(link -> DIRECT.contains(link.kind()));
    return direct && RUNNING.contains(path.root().kind()) ? Holder.RUNNING_CALL : Holder.LASTING;
  }
}
