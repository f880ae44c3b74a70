package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.References;
import org.jspecify.annotations.Nullable;

/**
 * A path as a sequence of objects of the dump.
 *
 * <p>Hop {@code i} is the reference by which object {@code i} refers to object {@code i + 1}; the
 * last object is the resource, and there is one hop fewer than there are objects.
 */
final class RawPath {
  final HeapDump heap;
  private final References references;

  /** The number of the root; {@link SearchRoots#CLASS} for a class. */
  final int root;

  private final int[] objects;
  private final int[] which;

  RawPath(HeapDump heap, PathSearch search, int resource) {
    this.heap = heap;
    this.references = heap.references();
    int length = length(search, resource);
    this.objects = new int[length];
    this.which = new int[length];
    int object = resource;
    for (int i = length - 1; i >= 0; i--) {
      objects[i] = object;
      if (i > 0) {
        which[i - 1] = search.reference(object);
        object = search.parent(object);
      }
    }
    this.root = search.root(object);
  }

  /** The number of objects of a path. */
  static int length(PathSearch search, int resource) {
    int length = 0;
    for (int o = resource; o != PathSearch.NONE; o = search.parent(o)) {
      length++;
    }
    return length;
  }

  int hops() {
    return objects.length - 1;
  }

  int object(int i) {
    return objects[i];
  }

  int which(int hop) {
    return which[hop];
  }

  /** The class of an object; null for classes and arrays of primitives. */
  @Nullable HeapClass type(int i) {
    return heap.classOf(objects[i]);
  }

  /**
   * The name of an object's class; for an object that represents a class, the name of that class.
   */
  String typeName(int i) {
    HeapClass type = type(i);
    HeapClass itself = type == null ? heap.asClass(objects[i]) : type;
    return itself == null ? "?" : itself.name();
  }

  boolean isArray(int i) {
    return heap.isObjectArray(objects[i]);
  }

  /** The instance field of a hop; null if the hop is not an instance field. */
  @Nullable NamedField field(int hop) {
    return references.field(objects[hop], which[hop]);
  }

  /** The name of the instance field of a hop; empty if the hop is not an instance field. */
  String fieldName(int hop) {
    NamedField field = field(hop);
    return field == null ? "" : field.name();
  }

  /**
   * The instance field of a hop with its class, such as "java.lang.Thread.target"; empty if the hop
   * is not an instance field.
   */
  String qualifiedField(int hop) {
    NamedField field = field(hop);
    return field == null ? "" : field.declaredBy().name() + "." + field.name();
  }

  /** The static field of a hop; null if the hop is not a static field. */
  @Nullable String staticField(int hop) {
    return references.staticField(objects[hop], which[hop]);
  }
}
