package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.References;
import java.util.BitSet;
import java.util.Set;

/**
 * The objects that stay reachable when all code that runs has ended: those that static fields,
 * native code or the JVM refer to, and the thread-local variables and the like of threads, which
 * may be those of a pool. What a running thread was made with, its task, is not among them. Takes
 * one pass over the heap.
 */
final class LastingObjects {
  /** Fields of threads whose contents outlive the tasks that a thread runs. */
  private static final Set<String> OF_THREADS =
      Set.of(
          "threadLocals",
          "inheritableThreadLocals",
          "contextClassLoader",
          "uncaughtExceptionHandler");

  private final References references;
  private final BitSet threads = new BitSet();
  private final BitSet lasting = new BitSet();
  private int[] queue;
  private int head;
  private int tail;

  LastingObjects(HeapDump heap) {
    this.references = heap.references();
    this.queue = new int[heap.objects().size()];
    SearchRoots roots = new SearchRoots(heap);
    roots.visitThreads((thread, root) -> threads.set(thread));
    roots.visitWithoutThreads((object, root) -> reach(object));
    threads.stream().forEach(this::reachFromThread);
    while (head < tail) {
      int object = queue[head++];
      references.visit(object, (target, which) -> reach(target));
    }
    queue = new int[0];
  }

  private void reach(int object) {
    if (!threads.get(object) && !lasting.get(object)) {
      lasting.set(object);
      queue[tail++] = object;
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
