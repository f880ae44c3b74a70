package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.ObjectTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that each frame has, in the order of the dump. HotSpot lists the local variables of a
 * frame by their numbers in the class file, whether the method is interpreted or compiled. Not
 * thread-safe.
 */
final class FrameLocals {
  /** Of frames with more objects the order is not told. */
  private static final int MOST = 32;

  private final HeapDump heap;
  private final Map<Long, List<Integer>> rootsByFrame = new HashMap<>();

  FrameLocals(HeapDump heap) {
    this.heap = heap;
  }

  /** Adds a root; all of them in their order, before any is asked for. */
  void add(int root) {
    long frame = heap.roots().frame(root);
    if (frame >= 0) {
      rootsByFrame.computeIfAbsent(frame, key -> new ArrayList<>()).add(root);
    }
  }

  /** The variable that has a root. */
  FrameVariable variable(int root, String thread, String frame, String field) {
    List<Integer> all = rootsByFrame.getOrDefault(heap.roots().frame(root), List.of());
    List<ObjectTypes> locals = new ArrayList<>();
    if (all.size() <= MOST) {
      all.forEach(other -> locals.add(types(other)));
    }
    int position = locals.isEmpty() ? -1 : all.indexOf(root);
    return new FrameVariable(thread, frame, types(root), field, position, locals);
  }

  private ObjectTypes types(int root) {
    List<String> types = new ArrayList<>();
    int object = heap.roots().object(root);
    for (HeapClass c = object < 0 ? null : heap.classOf(object); c != null; c = c.superclass()) {
      if (!c.name().equals("java.lang.Object")) {
        types.add(c.name());
      }
    }
    return new ObjectTypes(types, false);
  }
}
