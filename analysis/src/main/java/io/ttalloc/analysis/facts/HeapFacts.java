package io.ttalloc.analysis.facts;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reference paths to open resources in a heap dump of the process, if there is one. Immutable.
 */
public final class HeapFacts {
  /** No heap dump was taken. */
  public static final HeapFacts NONE = new HeapFacts(null, DumpTime.OF_READING);

  /** The kind of holder that keeps a resource reachable. */
  public enum Holder {
    /** Unknown: there is no heap dump, or it does not show the holder. */
    UNKNOWN,
    /** Something long-lived. */
    LASTING,
    /** A call that was still closing the resource, whatever else refers to the resource. */
    ITS_CLOSE,
    /** Only calls that had not returned, without a collection in between. */
    CALLS,
    /** Only calls that had not returned, with a collection in between. */
    COLLECTION_OF_CALLS,
    /**
     * Threads that serve the resource but do not own it: threads that an executor has started, the
     * thread with which a client reads from its connection, or a library's thread.
     */
    OWN_THREADS,
    /**
     * A task that is queued or being run by an executor or another consumer that is still running.
     */
    QUEUED_WORK,
    /** Nothing: the program can no longer close the resource. */
    NOTHING
  }

  /** The roots of running code: local variables, locks and the thread's own task. */
  private static final Set<PathRoot.Kind> RUNNING =
      EnumSet.of(
          PathRoot.Kind.JAVA_LOCAL,
          PathRoot.Kind.JNI_LOCAL,
          PathRoot.Kind.LOCKED,
          PathRoot.Kind.THREAD);

  /** The link from a thread to the thread-per-task executor that started it. */
  private static final PathLink CONTAINER =
      new PathLink(PathLink.Kind.FIELD, "java.lang.Thread", "container");

  private final @Nullable Map<Integer, HeldResource> bySlot;

  private final DumpTime time;

  /** The number of resources that each static field keeps reachable. */
  private final Map<PathRoot, Integer> byStaticField = new HashMap<>();

  /** The number of resources opened by one stack to which only the code of one thread refers. */
  private final Map<ByThread, Integer> byThread = new HashMap<>();

  /** The number of resources of one class to which only the code of one thread refers. */
  private final Map<OfTypeByThread, Integer> ofTypeByThread = new HashMap<>();

  private record OfTypeByThread(String type, String thread) {}

  /** The number of resources opened by one stack to which only running code refers. */
  private final Map<Integer, Integer> byCalls = new HashMap<>();

  /** The paths to resources that were not closed, by tally. */
  private final Map<Integer, List<ReferencePath>> pathsByTally = new HashMap<>();

  private record ByThread(int tally, String thread) {}

  private HeapFacts(@Nullable Map<Integer, HeldResource> bySlot, DumpTime time) {
    this.bySlot = bySlot;
    this.time = time;
    for (HeldResource each : bySlot == null ? List.<HeldResource>of() : bySlot.values()) {
      ReferencePath path = each.path();
      if (path == null) {
        continue;
      }
      PathRoot root = path.root();
      if (each.state() != HeldResource.State.CLOSED) {
        pathsByTally.computeIfAbsent(each.tally(), tally -> new ArrayList<>()).add(path);
      }
      if (root.kind() == PathRoot.Kind.STATIC_FIELD) {
        count(byStaticField, root);
      } else if (RUNNING.contains(root.kind()) && !each.lasts()) {
        count(byCalls, each.tally());
        if (isDirect(path)) {
          count(byThread, new ByThread(each.tally(), root.thread()));
          count(ofTypeByThread, new OfTypeByThread(each.type(), root.thread()));
        }
      }
    }
  }

  /**
   * The number of resources of the given resource's class, including that resource, to which only
   * the code of the same thread refers without a collection in between.
   */
  public int ofTypeKeptByThread(SlotEntry slot) {
    HeldResource held = of(slot);
    return held == null
        ? 1
        : ofTypeByThread.getOrDefault(new OfTypeByThread(held.type(), threadOf(slot)), 1);
  }

  private static <K> void count(Map<K, Integer> counts, K key) {
    int unused = counts.merge(key, 1, Integer::sum);
  }

  /**
   * The number of resources opened by the stack that opened the given resource, including that
   * resource, to which only running code refers.
   */
  public int keptByCalls(SlotEntry slot) {
    return byCalls.getOrDefault(slot.tally().id(), 1);
  }

  /** The paths to the resources of a tally that were open when the heap was dumped. */
  public List<ReferencePath> paths(TallyEntry tally) {
    return pathsByTally.getOrDefault(tally.id(), List.of());
  }

  /** Whether a static field keeps exactly one of the open resources reachable. */
  public boolean keepsOne(PathRoot staticField) {
    return byStaticField.getOrDefault(staticField, 0) == 1;
  }

  /**
   * The number of resources opened by the stack that opened the given resource, including that
   * resource, to which only the code of one thread refers without a collection in between.
   */
  public int keptByThread(SlotEntry slot) {
    return byThread.getOrDefault(new ByThread(slot.tally().id(), threadOf(slot)), 1);
  }

  /** The facts of a heap report; {@link #NONE} if there is none. */
  static HeapFacts of(@Nullable HeapReport report, DumpTime time) {
    if (report == null) {
      return NONE;
    }
    Map<Integer, HeldResource> bySlot = new HashMap<>();
    for (HeldResource resource : report.resources()) {
      // A slot that was reused may appear twice; its closed resource must not replace the newer
      // one.
      boolean ended = resource.state() == HeldResource.State.CLOSED;
      if (!ended || !bySlot.containsKey(resource.slot())) {
        bySlot.put(resource.slot(), resource);
      }
    }
    return new HeapFacts(bySlot, time);
  }

  /**
   * Whether the heap was dumped when the ledger was read, so that verdicts may rely on the dump.
   */
  public boolean areKnown() {
    return bySlot != null && time.isOfReading();
  }

  /** Whether there is a heap dump, taken at any time. */
  public boolean haveDump() {
    return bySlot != null;
  }

  /**
   * Whether the dump is recent enough to show what holders with {@code holder: by-path} contain.
   * Nothing but a heap dump can show that.
   */
  public boolean showsHolderContents() {
    return bySlot != null && time.isJustBefore();
  }

  /** Whether a slot belonged to the same resource when the heap was dumped. */
  public boolean knew(SlotEntry slot) {
    return time.knew(slot);
  }

  /**
   * The holder with {@code holder: by-path} that contains a resource according to the heap dump;
   * null if none does.
   */
  public @Nullable HeldBy heldBy(SlotEntry slot) {
    HeldResource held = showsHolderContents() ? of(slot) : null;
    return held == null ? null : held.heldBy();
  }

  /** The time from the heap dump to the reading of the ledger; 0 if it is too short to mention. */
  public long earlierNanos() {
    return time.earlierNanos();
  }

  /**
   * Whether a resource was opened after its process had begun to end and the heap had been dumped.
   */
  public boolean isOpenedSince(SlotEntry slot) {
    return areKnown() && !time.knew(slot);
  }

  /**
   * The entry of an open resource in the heap report; null if there is none, or if the entry for
   * the resource's slot belongs to another object.
   */
  public @Nullable HeldResource of(SlotEntry slot) {
    boolean tells = bySlot != null && time.knew(slot) && !slot.tally().type().keyed();
    HeldResource held = tells && bySlot != null ? bySlot.get(slot.id().index()) : null;
    return held == null || isOther(held, slot) ? null : held;
  }

  /** Whether the heap report and the ledger have different resources in the same slot. */
  private static boolean isOther(HeldResource held, SlotEntry slot) {
    return held.state() == HeldResource.State.CLOSED
        || (held.tally() != 0 && held.tally() != slot.tally().id());
  }

  /** The path to a resource; null if the heap dump shows none. */
  public @Nullable ReferencePath path(SlotEntry slot) {
    HeldResource held = of(slot);
    return held == null ? null : held.path();
  }

  /**
   * The name of the thread at which the path to a resource begins; empty if it begins elsewhere.
   */
  public String threadOf(SlotEntry slot) {
    ReferencePath path = path(slot);
    return path == null ? "" : path.root().thread();
  }

  /**
   * The name of the thread to whose code a resource may have been passed: the thread at which the
   * path to the resource begins, if the path contains no collection and the resource has not
   * started the thread itself. Empty if there is none.
   */
  public String handedTo(SlotEntry slot) {
    HeldResource held = of(slot);
    ReferencePath path = held == null || held.lasts() ? null : held.path();
    if (path == null || !isDirect(path)) {
      return "";
    }
    return isOfItsThread(path) ? "" : path.root().thread();
  }

  /**
   * The classes of the last objects on the path to a resource, where each object refers to the next
   * through a field, as a Socket refers to its implementation.
   */
  public Set<String> keepers(SlotEntry slot) {
    ReferencePath path = path(slot);
    Set<String> keepers = new HashSet<>();
    if (path != null) {
      List<PathLink> links = path.links();
      for (int i = links.size() - 1; i >= 0 && links.get(i).kind() == PathLink.Kind.FIELD; i--) {
        keepers.add(links.get(i).type());
      }
    }
    return keepers;
  }

  /** The kind of holder of an open resource when the ledger is read. */
  public Holder holderOf(SlotEntry slot) {
    // A resource that is identified by a number is not an object. The heap dump has only the object
    // by which the probe represents the resource.
    if (bySlot == null || !time.knew(slot) || slot.tally().type().keyed()) {
      return Holder.UNKNOWN;
    }
    HeldResource held = bySlot.get(slot.id().index());
    if (held == null) {
      // This resource is an object, and the heap dump would contain it if it had not been
      // collected.
      return Holder.NOTHING;
    }
    // References to a resource may change at any time, but an unreachable resource stays
    // unreachable.
    if (!time.isOfReading() || isOther(held, slot)) {
      return Holder.UNKNOWN;
    }
    return held.state() == HeldResource.State.CLOSING ? Holder.ITS_CLOSE : ofPath(held);
  }

  private static Holder ofPath(HeldResource held) {
    if (held.reach() == Reach.UNREACHABLE) {
      return Holder.UNKNOWN;
    }
    ReferencePath path = held.path();
    if (path == null) {
      return held.reach() == Reach.FRAMES ? Holder.CALLS : Holder.LASTING;
    }
    // The shortest path may begin at a thread although a longer one begins at a static field.
    if (held.lasts() || !RUNNING.contains(path.root().kind())) {
      return Holder.LASTING;
    }
    if (isOfItsThread(path)) {
      return Holder.OWN_THREADS;
    }
    return isDirect(path) ? Holder.CALLS : Holder.COLLECTION_OF_CALLS;
  }

  /** Whether a resource is itself a thread, or is kept reachable only by one of its own threads. */
  private static boolean isOfItsThread(ReferencePath path) {
    return path.root().kind() == PathRoot.Kind.THREAD
        && path.links().stream().allMatch(CONTAINER::equals);
  }

  private static boolean isDirect(@Nullable ReferencePath path) {
    return path != null && path.links().stream().allMatch(link -> link.kind().isDirect());
  }
}
