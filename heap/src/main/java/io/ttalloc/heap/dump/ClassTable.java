package io.ttalloc.heap.dump;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds classes by id, and the class of each object in a dump. */
final class ClassTable {
  private final DumpFile dump;
  private final DumpIndex index;
  private final List<HeapClass> classes;

  /**
   * @param classes in the order of {@link DumpIndex#classes}
   */
  ClassTable(DumpFile dump, DumpIndex index, List<HeapClass> classes) {
    this.dump = dump;
    this.index = index;
    this.classes = classes;
  }

  List<HeapClass> all() {
    return classes;
  }

  @Nullable HeapClass byId(long id) {
    int at = index.classes.indexOf(id);
    return at < 0 ? null : classes.get(at);
  }

  /** The tag of an object's record; -1 if the index is negative. */
  int tag(int object) {
    return object < 0 ? -1 : dump.u1(index.objects.position(object));
  }

  /** The class that an object represents; null if the object is not a class. */
  @Nullable HeapClass asClass(int object) {
    return tag(object) == HprofTags.CLASS_DUMP ? byId(index.objects.id(object)) : null;
  }

  /** The class of an object; null for a class and for an array of primitives. */
  @Nullable HeapClass of(int object) {
    return switch (tag(object)) {
      case HprofTags.INSTANCE_DUMP -> ofInstance(index.objects.position(object));
      case HprofTags.OBJECT_ARRAY_DUMP ->
          byId(dump.id(index.objects.position(object) + 9 + dump.idSize()));
      default -> null;
    };
  }

  /** The class of the instance whose record begins at a position. */
  @Nullable HeapClass ofInstance(long record) {
    return byId(dump.id(record + 5 + dump.idSize()));
  }
}
