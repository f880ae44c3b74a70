package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.References;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the static fields that contain thread-local variables, which have no names of their own.
 */
final class ThreadLocals {
  private static final String THREAD_LOCAL = "java.lang.ThreadLocal";

  private final HeapDump heap;
  private @Nullable Map<Integer, String> fields;

  ThreadLocals(HeapDump heap) {
    this.heap = heap;
  }

  /**
   * The class and name of the first static field that refers to a thread-local variable; "" if
   * there is none.
   */
  String staticField(int threadLocal) {
    Map<Integer, String> known = fields;
    if (known == null) {
      known = read();
      fields = known;
    }
    return known.getOrDefault(threadLocal, "");
  }

  private Map<Integer, String> read() {
    Map<Integer, String> found = new HashMap<>();
    References references = heap.references();
    for (HeapClass c : heap.classes()) {
      int declaring = heap.indexOf(c);
      references.visit(
          declaring,
          (target, which) -> {
            HeapClass type = which >= 0 ? heap.classOf(target) : null;
            String field = references.staticField(declaring, which);
            if (type != null && field != null && type.is(THREAD_LOCAL)) {
              found.putIfAbsent(target, c.name() + "." + field);
            }
          });
    }
    return found;
  }
}
