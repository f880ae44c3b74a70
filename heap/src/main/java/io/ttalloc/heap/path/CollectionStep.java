package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathLink.Kind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hops of a path that lead through the internals of a collection, combined into one link.
 *
 * @param next the index of the element within the path
 */
record CollectionStep(PathLink link, int next) {
  /** The fields of nodes, and of the smallest collections, that refer to keys and elements. */
  private static final Set<String> CONTENT =
      Set.of("key", "value", "val", "item", "e0", "e1", "k0", "v0");

  /** The step that begins at an object on the path; null if the object is not a collection. */
  static @Nullable CollectionStep at(RawPath path, int collection) {
    CollectionLayout layout = CollectionLayout.of(path.type(collection));
    NamedField field = path.field(collection);
    if (layout == null || field == null || !field.declaredBy().name().startsWith("java.util.")) {
      return null;
    }
    int last = lastWithin(path, collection, layout);
    if (last < 0) {
      return null;
    }
    String type = CollectionLayout.shown(path.typeName(collection));
    return new CollectionStep(link(path, collection, last, layout, type), last + 1);
  }

  /**
   * The last object on the path that is part of the collection; negative if the path does not
   * follow the layout.
   */
  private static int lastWithin(RawPath path, int collection, CollectionLayout layout) {
    if (layout == CollectionLayout.FIELDS) {
      return collection;
    }
    int at = collection + 1;
    if (layout == CollectionLayout.SET && at < path.hops() && isMap(path.type(at))) {
      at++;
    }
    while (at < path.hops()) {
      boolean intoNode = layout.hasNodes() && CollectionLayout.isNode(path.typeName(at + 1));
      if (path.isArray(at)) {
        if (!intoNode) {
          return at;
        }
      } else if (!CollectionLayout.isNode(path.typeName(at))) {
        return -1;
      } else if (CONTENT.contains(path.fieldName(at))) {
        return at;
      } else if (!intoNode && !path.isArray(at + 1)) {
        return -1;
      }
      at++;
    }
    return -1;
  }

  private static boolean isMap(@Nullable HeapClass type) {
    return CollectionLayout.of(type) == CollectionLayout.MAP;
  }

  private static PathLink link(
      RawPath path, int collection, int last, CollectionLayout layout, String type) {
    int at = path.which(last);
    int array = path.object(last);
    return switch (layout) {
      case ARRAY -> element(type, at);
      case RING -> element(type, ringIndex(path, collection, last));
      case LINKED -> new PathLink(Kind.ELEMENT, type, linkedIndex(path, collection, last));
      case PARALLEL -> {
        int keys = path.heap.reference(path.object(collection), "keyUniverse");
        yield entry(path, type, keys < 0 ? keys : path.heap.element(keys, at));
      }
      case SCATTERED -> entry(path, type, path.object(last + 1));
      case PAIRS ->
          (at & 1) == 0
              ? new PathLink(Kind.KEY, type, KeyText.of(path.heap, path.object(last + 1)))
              : entry(path, type, path.heap.element(array, at - 1));
      case SET -> entry(path, type, path.object(last + 1));
      case MAP -> mapLink(path, last, type);
      case FIELDS -> fieldLink(path, collection, type);
    };
  }

  private static PathLink mapLink(RawPath path, int node, String type) {
    if (path.fieldName(node).equals("key")) {
      return new PathLink(Kind.KEY, type, KeyText.of(path.heap, path.object(node + 1)));
    }
    int key = path.heap.reference(path.object(node), "key");
    // In a weak map, the key is the weak referent of the entry.
    return entry(path, type, key >= 0 ? key : path.heap.reference(path.object(node), "referent"));
  }

  private static PathLink fieldLink(RawPath path, int collection, String type) {
    String field = path.fieldName(collection);
    int object = path.object(collection);
    return switch (field) {
      case "v0" -> entry(path, type, path.heap.reference(object, "k0"));
      case "v" -> entry(path, type, path.heap.reference(object, "k"));
      case "k0", "k" ->
          new PathLink(Kind.KEY, type, KeyText.of(path.heap, path.object(collection + 1)));
      default ->
          type.equals("java.util.Set")
              ? entry(path, type, path.object(collection + 1))
              : element(type, field.equals("e1") ? 1 : 0);
    };
  }

  private static PathLink entry(RawPath path, String type, int key) {
    return new PathLink(Kind.ENTRY, type, KeyText.of(path.heap, key));
  }

  private static PathLink element(String type, int index) {
    return new PathLink(Kind.ELEMENT, type, String.valueOf(index));
  }

  private static int ringIndex(RawPath path, int collection, int array) {
    int object = path.object(collection);
    int head = path.heap.number(object, "head", path.heap.number(object, "takeIndex", 0));
    int length = Math.max(1, path.heap.length(path.object(array)));
    return Math.floorMod(path.which(array) - head, length);
  }

  /**
   * The index in a list of nodes; "*" if the path starts at the end of the list and the size is not
   * known.
   */
  private static String linkedIndex(RawPath path, int collection, int last) {
    int passed = last - collection - 1;
    int object = path.object(collection);
    String from = path.fieldName(collection);
    if (from.equals("last") || from.equals("tail")) {
      int size = size(path.heap, object);
      return size == 0 ? "*" : String.valueOf(size - 1 - passed);
    }
    // In some queues the first node is empty.
    boolean empty = path.heap.reference(path.object(collection + 1), "item") < 0;
    return String.valueOf(empty ? passed - 1 : passed);
  }

  private static int size(HeapDump heap, int list) {
    int counter = heap.number(heap.reference(list, "count"), "value", 0);
    return heap.number(list, "size", heap.number(list, "count", counter));
  }
}
