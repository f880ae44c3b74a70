package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.UnreadableDumpException;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.Reach;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out what keeps each open resource of a dump reachable. */
public final class HeldResources {
  /**
   * The maximum number of resources for which a path is reported. When there are more, most of them
   * are kept reachable in the same few ways. The limit keeps the file with the report small.
   */
  private static final int MAX_PATHS = 10_000;

  /**
   * The maximum number of objects on all paths together. Without this limit, it would take hours to
   * process the paths to resources in a very long chain.
   */
  private static final long MAX_HOPS = 50_000_000;

  private final HeapDump heap;
  private final HolderContents holders;
  private final ThreadLocals threadLocals;
  private int pathsLeft = MAX_PATHS;
  private long hopsLeft = MAX_HOPS;

  private HeldResources(HeapDump heap, HolderContents holders) {
    this.heap = heap;
    this.holders = holders;
    this.threadLocals = new ThreadLocals(heap);
  }

  /**
   * Examines every open resource.
   *
   * @throws UnreadableDumpException if nothing was tracked in the dumped JVM
   */
  public static HeapReport of(HeapDump heap) throws UnreadableDumpException {
    ProbeObjects probe = ProbeObjects.of(heap);
    return new HeldResources(heap, HolderContents.of(heap, probe)).judged(probe);
  }

  private HeapReport judged(ProbeObjects probe) {
    List<TrackedObject> tracked = probe.open();
    // The searches run one after another, so that the tables of only one search are in memory at a
    // time. Several searches share this array, which is the largest table.
    int[] numbers = new int[heap.objects().size()];
    long[] bytes = new OwnBytes(heap, numbers).of(tracked);
    int[] holderOf = holders.of(tracked, numbers);
    Parts parts = Parts.of(tracked);
    LastingObjects lastingObjects = new LastingObjects(heap, parts);
    PathSearch search = new PathSearch(heap, numbers, parts);
    search.searchStructure();
    boolean[] lasting = reached(search, tracked);
    search.searchFrames();
    boolean[] used = reached(search, tracked);
    search.searchWholes();
    search.findReferences(tracked);
    HolderEntries heldBy = new HolderEntries(heap, holders, threadLocals, tracked);
    List<HeldResource> judged = new ArrayList<>(tracked.size());
    for (int i = 0; i < lasting.length; i++) {
      TrackedObject resource = tracked.get(i);
      int object = resource.object();
      RawPath raw = rawPath(search, object);
      judged.add(
          new HeldResource(
              resource.slot(),
              resource.tally(),
              resource.state(),
              heap.objects().id(object),
              heap.typeName(object),
              bytes[i],
              reach(search, object, used[i] && !lasting[i]),
              raw == null ? null : PathReader.read(raw, threadLocals),
              lastingObjects.contain(object),
              heldBy.of(holderOf[i], raw)));
    }
    return new HeapReport(
        heap.takenMillis(), probe.clockBaseNanos(), heap.objects().size(), judged);
  }

  private static boolean[] reached(PathSearch search, List<TrackedObject> tracked) {
    boolean[] reached = new boolean[tracked.size()];
    for (int i = 0; i < reached.length; i++) {
      reached[i] = search.isReached(tracked.get(i).object());
    }
    return reached;
  }

  private static Reach reach(PathSearch search, int object, boolean onlyUsed) {
    if (!search.isReached(object)) {
      return Reach.UNREACHABLE;
    }
    return onlyUsed ? Reach.FRAMES : Reach.STRUCTURE;
  }

  private @Nullable RawPath rawPath(PathSearch search, int object) {
    if (!search.isReached(object) || pathsLeft == 0 || hopsLeft <= 0) {
      return null;
    }
    RawPath raw = new RawPath(heap, search, object);
    pathsLeft--;
    hopsLeft -= raw.hops() + 1L;
    return raw;
  }
}
