package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.ReferenceGraph;
import io.ttalloc.heap.dump.References;
import java.util.BitSet;
import java.util.Set;

/**
 * The objects that stay reachable after all running code has ended: the objects that are reachable
 * from static fields, native code or the JVM, or from the thread-local variables and similar fields
 * of threads, because the threads may belong to a pool. The task with which a running thread was
 * created is not included. Objects to which only a part refers (see {@link Parts}) are included,
 * unless they are wholes. Takes one pass over the heap.
 */
final class LastingObjects {
  /** The fields of a thread whose contents outlive the tasks that the thread runs. */
  private static final Set<String> OF_THREADS =
      Set.of(
          "threadLocals",
          "inheritableThreadLocals",
          "contextClassLoader",
          "uncaughtExceptionHandler");

  private final References references;
  private final BitSet threads = new BitSet();
  private final BitSet lasting;
  private final IntQueue queue = new IntQueue();

  /** The parts that were reached. */
  private final IntQueue reachedParts = new IntQueue();

  private final Parts parts;

  LastingObjects(HeapDump heap, Parts parts) {
    this.parts = parts;
    this.references = heap.references();
    this.lasting = new BitSet(heap.objects().size());
    SearchRoots roots = new SearchRoots(heap);
    roots.visitThreads((thread, root) -> threads.set(thread));
    roots.visitWithoutThreads((object, root) -> reach(object));
    threads.stream().forEach(this::reachFromThread);
    drain(heap.graph(), false);
    while (!reachedParts.isEmpty()) {
      queue.add(reachedParts.remove());
    }
    drain(heap.graph(), true);
  }

  /**
   * Follows the references of all queued objects except parts. If {@code throughParts} is true,
   * follows the references of parts as well, but no references to wholes.
   */
  private void drain(ReferenceGraph graph, boolean throughParts) {
    while (!queue.isEmpty()) {
      int object = queue.remove();
      if (!throughParts && parts.isPart(object)) {
        reachedParts.add(object);
        continue;
      }
      for (int reference = graph.first(object), end = graph.end(object);
          reference < end;
          reference++) {
        int target = graph.target(reference);
        if (!throughParts || !parts.isWhole(target)) {
          reach(target);
        }
      }
    }
  }

  private void reach(int object) {
    if (!lasting.get(object) && !threads.get(object)) {
      lasting.set(object);
      queue.add(object);
    }
  }

  private void reachFromThread(int thread) {
    references.visit(
        thread,
        (target, which) -> {
          NamedField field = references.field(thread, which);
          if (field != null && OF_THREADS.contains(field.name())) {
            reach(target);
          }
        });
  }

  boolean contain(int object) {
    return lasting.get(object);
  }
}
