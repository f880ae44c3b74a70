package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.Roots;
import io.ttalloc.heap.report.PathRoot.Kind;
import io.ttalloc.text.JavaNames;

/**
 * The roots, in the order in which a search starts from them. Of two paths with the same length,
 * the search finds the one from the earlier root.
 */
final class SearchRoots {
  /** The number of a root that is a class and is not in the dump's list of roots. */
  static final int CLASS = -1;

  /** Receives roots. */
  interface Visitor {
    void root(int object, int number);
  }

  private final HeapDump heap;
  private final Roots roots;

  SearchRoots(HeapDump heap) {
    this.heap = heap;
    this.roots = heap.roots();
  }

  /**
   * Visits lasting roots: static fields first, those of the application before those of the JDK;
   * then threads and JNI.
   */
  void visitLasting(Visitor visitor) {
    visitClasses(false, visitor);
    visitClasses(true, visitor);
    visit(Kind.CLASS, visitor);
    visit(Kind.THREAD, visitor);
    visit(Kind.JNI_GLOBAL, visitor);
  }

  /**
   * Visits the platform threads whose task is an object of a JDK class, such as the workers of an
   * executor.
   */
  void visitWorkers(Visitor visitor) {
    visit(
        Kind.THREAD,
        (thread, number) -> {
          if (isWorker(thread)) {
            visitor.root(thread, number);
          }
        });
  }

  private boolean isWorker(int thread) {
    HeapClass type = heap.classOf(thread);
    if (type == null || type.is("java.lang.VirtualThread")) {
      return false;
    }
    if (!type.is("java.lang.Thread")) {
      return JavaNames.isPlatform(type.name());
    }
    // Since JDK 19 the task is in a separate object.
    int holder = heap.reference(thread, "holder");
    int task = holder < 0 ? heap.reference(thread, "target") : heap.reference(holder, "task");
    HeapClass ofTask = task < 0 ? null : heap.classOf(task);
    return ofTask != null && JavaNames.isPlatform(ofTask.name());
  }

  /** Visits running threads. */
  void visitThreads(Visitor visitor) {
    visit(Kind.THREAD, visitor);
  }

  /**
   * Visits all roots except threads, the objects that they have locked, and the local variables of
   * running methods.
   */
  void visitWithoutThreads(Visitor visitor) {
    visitClasses(false, visitor);
    visitClasses(true, visitor);
    visit(Kind.CLASS, visitor);
    visit(Kind.JNI_GLOBAL, visitor);
    visit(Kind.JVM, visitor);
  }

  /**
   * Visits the roots that explain least: objects locked by threads, and objects that the JVM keeps.
   */
  void visitOther(Visitor visitor) {
    visit(Kind.LOCKED, visitor);
    visit(Kind.JVM, visitor);
  }

  /** Visits local variables and references of running methods, except those of the agent. */
  void visitFrames(Visitor visitor) {
    for (int i = 0; i < roots.size(); i++) {
      if (roots.kind(i).isFrame()
          && roots.object(i) >= 0
          && !HeapClass.isWatcher(roots.describe(i).frame())) {
        visitor.root(roots.object(i), i);
      }
    }
  }

  private void visitClasses(boolean ofJdk, Visitor visitor) {
    for (HeapClass c : heap.classes()) {
      if (c.isRoot() && JavaNames.isPlatform(c.name()) == ofJdk) {
        visitor.root(heap.indexOf(c), CLASS);
      }
    }
  }

  private void visit(Kind kind, Visitor visitor) {
    for (int i = 0; i < roots.size(); i++) {
      if (roots.kind(i) == kind && roots.object(i) >= 0) {
        visitor.root(roots.object(i), i);
      }
    }
  }
}
