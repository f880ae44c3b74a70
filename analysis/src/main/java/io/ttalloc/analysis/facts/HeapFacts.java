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
  public static final HeapFacts NONE = new HeapFacts(null);

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

  private HeapFacts(@Nullable Map<Integer, HeldResource> bySlot) {
    this.bySlot = bySlot;
  }

  /** What a report on a heap dump tells; null if there is none. */
  static HeapFacts of(@Nullable HeapReport report) {
    if (report == null) {
      return NONE;
    }
    Map<Integer, HeldResource> bySlot = new HashMap<>();
    for (HeldResource resource : report.resources()) {
      bySlot.put(resource.slot(), resource);
    }
    return new HeapFacts(bySlot);
  }

  /** Whether somebody looked. */
  public boolean areKnown() {
    return bySlot != null;
  }

  /** What the dump has of an open resource, or null. */
  public @Nullable HeldResource of(SlotEntry slot) {
    return bySlot == null ? null : bySlot.get(slot.index());
  }

  /** What refers to an open resource. */
  public Holder holderOf(SlotEntry slot) {
    if (bySlot == null) {
      return Holder.UNKNOWN;
    }
    HeldResource held = bySlot.get(slot.index());
    if (held == null) {
      // A dump has only what is reachable, and a resource that is found by its object.
      return Holder.NOTHING;
    }
    ReferencePath path = held.path();
    if (held.reach() == Reach.UNREACHABLE) {
      return Holder.UNKNOWN;
    }
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
