package io.ttalloc.heap.dump;

import org.jspecify.annotations.Nullable;

/**
 * The strong references of objects. Omitted: the referents of reference objects, everything that
 * objects and classes of the agent refer to, and the class of an instance or the superclass of a
 * class if it is never unloaded.
 */
public final class References {
  /**
   * A number that identifies a reference of an object: a field's offset, the number of a static
   * field, an array index, or one of these constants.
   */
  public static final int CLASS = -1;

  public static final int SUPERCLASS = -2;
  public static final int LOADER = -3;
  public static final int PROTECTION_DOMAIN = -4;

  /** Receives references. */
  public interface Visitor {
    /**
     * Called for each reference.
     *
     * @param target the object to which the reference points
     * @param which the index of the reference in an array, the offset of its field in an instance,
     *     the number of its static field in a class, or one of the constants
     */
    void reference(int target, int which);
  }

  private final DumpFile dump;
  private final DumpIndex index;
  private final ClassTable classes;

  References(DumpFile dump, DumpIndex index, ClassTable classes) {
    this.classes = classes;
    this.dump = dump;
    this.index = index;
  }

  /** Calls the visitor for each reference of an object. */
  public void visit(int object, Visitor visitor) {
    if (object >= 0) {
      long record = index.objects.position(object);
      visit(dump.u1(record), record, visitor);
    }
  }

  /**
   * Calls the visitor for each reference of the object whose record, which begins with the tag, is
   * at this position.
   */
  void visit(int tag, long record, Visitor visitor) {
    if (tag == HprofTags.INSTANCE_DUMP) {
      visitInstance(record, visitor);
    } else if (tag == HprofTags.OBJECT_ARRAY_DUMP) {
      visitArray(record, visitor);
    } else if (tag == HprofTags.CLASS_DUMP) {
      visitClass(record, visitor);
    }
  }

  private void visitInstance(long record, Visitor visitor) {
    int id = dump.idSize();
    HeapClass type = classes.ofInstance(record);
    if (type == null || type.isWatcher()) {
      return;
    }
    long fields = record + 9 + 2L * id;
    long last = dump.u4(record + 5 + 2L * id) - id;
    for (int offset : type.referenceOffsets()) {
      // Offsets ascend; in a damaged dump, instances may be shorter than their classes specify.
      if (offset > last) {
        break;
      }
      visit(dump.id(fields + offset), offset, visitor);
    }
    if (!type.isRoot()) {
      visit(type.id, CLASS, visitor);
    }
  }

  private void visitArray(long record, Visitor visitor) {
    int id = dump.idSize();
    long elements = record + 9 + 2L * id;
    int length = Math.max(0, dump.i4(record + 5 + id));
    for (int i = 0; i < length; i++) {
      visit(dump.id(elements + (long) i * id), i, visitor);
    }
  }

  private void visitClass(long record, Visitor visitor) {
    HeapClass type = classes.byId(dump.id(record + 1));
    if (type == null || type.isWatcher()) {
      return;
    }
    type.visitStatics((id, number) -> visit(id, number, visitor));
    HeapClass superclass = type.superclass();
    if (superclass != null && !superclass.isRoot()) {
      visit(superclass.id, SUPERCLASS, visitor);
    }
    visit(type.loaderId, LOADER, visitor);
    visit(type.protectionDomainId, PROTECTION_DOMAIN, visitor);
  }

  private void visit(long id, int which, Visitor visitor) {
    int target = id == 0 ? -1 : index.objects.indexOf(id);
    if (target >= 0) {
      visitor.reference(target, which);
    }
  }

  /**
   * The instance field that contains a reference of an object; null if the reference is not in an
   * instance field.
   */
  public HeapClass.@Nullable NamedField field(int object, int which) {
    boolean isField = which >= 0 && classes.tag(object) == HprofTags.INSTANCE_DUMP;
    HeapClass type = isField ? classes.of(object) : null;
    return type == null ? null : type.fieldAt(which);
  }

  /**
   * The name of the static field that contains a reference of a class; null if the reference is not
   * in a static field.
   */
  public @Nullable String staticField(int object, int which) {
    HeapClass type = classes.asClass(object);
    return type == null ? null : type.staticField(which);
  }
}
