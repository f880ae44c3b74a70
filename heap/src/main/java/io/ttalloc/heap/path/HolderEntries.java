package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.heap.report.PathLink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the holder of a resource, and the key under which the holder keeps the resource. */
final class HolderEntries {
  private final HeapDump heap;
  private final HolderContents holders;
  private final ThreadLocals threadLocals;

  /** The slots of holders that are themselves open resources, by object. */
  private final Map<Integer, Integer> slots = new HashMap<>();

  HolderEntries(
      HeapDump heap,
      HolderContents holders,
      ThreadLocals threadLocals,
      List<TrackedObject> tracked) {
    this.heap = heap;
    this.holders = holders;
    this.threadLocals = threadLocals;
    for (TrackedObject each : tracked) {
      if (holders.isHolder(each.object())) {
        slots.put(each.object(), each.slot());
      }
    }
  }

  /**
   * The holder of a resource.
   *
   * @param contents the holder that contains the resource; if it is {@link HolderContents#NONE},
   *     the last holder on the shortest path is used
   * @param path the shortest path to the resource; null if the path is not known
   */
  @Nullable HeldBy of(int contents, @Nullable RawPath path) {
    int at = path == null || holders.areNone() ? -1 : lastOn(path, contents);
    int holder = at < 0 || path == null ? contents : path.object(at);
    return holder == HolderContents.NONE
        ? null
        : new HeldBy(
            heap.typeName(holder),
            heap.objects().id(holder),
            slots.getOrDefault(holder, HeldBy.UNTRACKED),
            at < 0 || path == null ? "" : entry(path, at));
  }

  /**
   * The index at which a path last passes through a holder before the path's end; negative if the
   * holder is not on the path.
   */
  private int lastOn(RawPath path, int holder) {
    for (int i = path.hops() - 1; i >= 0; i--) {
      int object = path.object(i);
      if (holder == HolderContents.NONE ? holders.isHolder(object) : object == holder) {
        return i;
      }
    }
    return -1;
  }

  /** The key of the first map on the path after the holder, or of the first node with a key. */
  private String entry(RawPath path, int holder) {
    for (PathLink link : PathReader.linksFrom(path, holder, threadLocals)) {
      if (link.kind() == PathLink.Kind.ENTRY) {
        return link.name();
      }
    }
    for (int i = holder; i < path.hops(); i++) {
      int key = heap.reference(path.object(i), "key");
      if (key >= 0) {
        return KeyText.of(heap, key);
      }
    }
    return "";
  }
}
