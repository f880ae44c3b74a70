package io.ttalloc.heap.dump;

import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.PathRoot.Kind;
import io.ttalloc.ledger.record.ThreadRecord;

/**
 * The roots listed in the dump. Classes that are never unloaded are roots as well, even if they are
 * not listed.
 */
public final class Roots {
  private final HeapDump heap;
  private final DumpFile dump;
  private final DumpIndex index;

  Roots(HeapDump heap, DumpFile dump, DumpIndex index) {
    this.heap = heap;
    this.dump = dump;
    this.index = index;
  }

  public int size() {
    return index.roots.size();
  }

  /** The index of the object of a root; negative if the dump does not contain the object. */
  public int object(int root) {
    return heap.objects().indexOf(index.roots.id(root));
  }

  public Kind kind(int root) {
    return switch (dump.u1(index.roots.value(root))) {
      case HprofTags.ROOT_STICKY_CLASS -> Kind.CLASS;
      case HprofTags.ROOT_THREAD -> Kind.THREAD;
      case HprofTags.ROOT_JNI_GLOBAL -> isCleared(object(root)) ? Kind.JVM : Kind.JNI_GLOBAL;
      case HprofTags.ROOT_MONITOR -> Kind.LOCKED;
      case HprofTags.ROOT_JAVA_FRAME -> Kind.JAVA_LOCAL;
      case HprofTags.ROOT_JNI_LOCAL, HprofTags.ROOT_NATIVE_STACK -> Kind.JNI_LOCAL;
      default -> Kind.JVM;
    };
  }

  /**
   * Whether an object is a reference object without a referent. A JVM dumps the head of its list of
   * pending references as a JNI global reference, until the reference handler takes it: this does
   * not explain what keeps an object reachable.
   */
  private boolean isCleared(int object) {
    HeapClass type = object < 0 ? null : heap.classOf(object);
    return type != null && type.is(HeapClass.REFERENCE) && heap.reference(object, "referent") < 0;
  }

  /**
   * Describes a root by its kind, thread and stack frame; the description's type and name are
   * empty.
   */
  public PathRoot describe(int root) {
    Kind kind = kind(root);
    long record = index.roots.value(root);
    int id = dump.idSize();
    int tag = dump.u1(record);
    if (tag == HprofTags.ROOT_THREAD) {
      return new PathRoot(kind, "", "", threadName(object(root)), "", isDaemon(object(root)));
    }
    long thread = kind.isFrame() ? index.threads.valueOf(dump.u4(record + 1 + id)) : -1;
    if (thread < 0) {
      return new PathRoot(kind, "", "", "", "");
    }
    int object = heap.objects().indexOf(dump.id(thread + 1));
    String frame =
        tag == HprofTags.ROOT_NATIVE_STACK
            ? ""
            : DumpText.frame(dump, index, dump.u4(thread + 5 + id), dump.i4(record + 5 + id));
    return new PathRoot(kind, "", "", threadName(object), frame, isDaemon(object));
  }

  /** The name of a thread, in the form used in the ledger. */
  private String threadName(int thread) {
    int text = heap.reference(thread, "name");
    String name = heap.text(text);
    HeapClass type = heap.classOf(thread);
    if (!name.isEmpty() || text < 0 || type == null) {
      return name;
    }
    return type.is("java.lang.VirtualThread") ? ThreadRecord.UNNAMED_VIRTUAL : ThreadRecord.UNNAMED;
  }

  /**
   * Whether a thread is a daemon. Since JDK 19, the flag is in a separate object, which virtual
   * threads do not have.
   */
  private boolean isDaemon(int thread) {
    int holder = heap.reference(thread, "holder");
    return heap.byteNumber(holder < 0 ? thread : holder, "daemon", 0) != 0;
  }
}
