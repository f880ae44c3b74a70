package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.References;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes that are reachable only through one resource.
 *
 * <p>Every object gets the label of the resource through which alone it is reachable, or none. What
 * the roots reach without passing through a resource belongs to none; from each resource the search
 * stops at other resources; and what is met from two of them belongs to neither. An object changes
 * its label at most twice, so the time is linear. Every path to an object with a label leads
 * through its resource: the resource dominates it.
 */
final class OwnBytes {
  private static final int UNLABELLED = 0;
  private static final int SHARED = -1;

  private final HeapDump heap;
  private final References references;

  /** The number of a resource and 1, or one of the constants. */
  private final int[] labels;

  private final boolean[] tracked;
  private int[] stack = new int[1 << 10];
  private int depth;

  OwnBytes(HeapDump heap) {
    this.heap = heap;
    this.references = heap.references();
    this.labels = new int[heap.objects().size()];
    this.tracked = new boolean[labels.length];
  }

  /** The bytes of each resource. */
  long[] of(List<TrackedObject> resources) {
    for (int i = 0; i < resources.size(); i++) {
      labels[resources.get(i).object()] = i + 1;
      tracked[resources.get(i).object()] = true;
    }
    SearchRoots roots = new SearchRoots(heap);
    SearchRoots.Visitor outside = (object, number) -> share(object);
    roots.visitLasting(outside);
    roots.visitOther(outside);
    roots.visitFrames(outside);
    for (int i = 0; i < resources.size(); i++) {
      label(resources.get(i).object());
    }
    return sums(resources.size());
  }

  /** Takes an object, and all that it leads to, away from any resource. */
  private void share(int object) {
    int base = depth;
    pushShared(object);
    while (depth > base) {
      references.visit(stack[--depth], (target, which) -> pushShared(target));
    }
  }

  private void pushShared(int object) {
    if (!tracked[object] && labels[object] != SHARED) {
      labels[object] = SHARED;
      push(object);
    }
  }

  private void label(int resource) {
    int label = labels[resource];
    int base = depth;
    push(resource);
    while (depth > base) {
      references.visit(stack[--depth], (target, which) -> meet(target, label));
    }
  }

  private void meet(int object, int label) {
    if (labels[object] == UNLABELLED) {
      labels[object] = label;
      push(object);
    } else if (!tracked[object] && labels[object] != label) {
      share(object);
    }
  }

  private void push(int object) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = object;
  }

  private long[] sums(int resources) {
    long[] sums = new long[resources];
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] > 0) {
        HeapClass type = heap.classOf(i);
        if (type == null || !type.isWatcher()) {
          sums[labels[i] - 1] += heap.shallowBytes(i);
        }
      }
    }
    return sums;
  }
}
