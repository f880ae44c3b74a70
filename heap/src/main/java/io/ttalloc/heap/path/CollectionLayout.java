package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The layouts in which the JDK's collections store their elements. */
enum CollectionLayout {
  /** An array of elements. */
  ARRAY(
      "ArrayList Vector PriorityQueue Arrays$ArrayList ImmutableCollections$ListN "
          + "concurrent.CopyOnWriteArrayList concurrent.PriorityBlockingQueue "
          + "concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue"),
  /** An array of elements used as a ring, which may begin at any index. */
  RING("ArrayDeque concurrent.ArrayBlockingQueue"),
  /** An array with alternating keys and values. */
  PAIRS("IdentityHashMap ImmutableCollections$MapN"),
  /** An array of keys and a parallel array of values. */
  PARALLEL("EnumMap"),
  /** An array of elements in no particular order. */
  SCATTERED("ImmutableCollections$SetN"),
  /** Nodes; each node refers to the next one. */
  LINKED(
      "LinkedList concurrent.LinkedBlockingQueue concurrent.LinkedBlockingDeque "
          + "concurrent.ConcurrentLinkedQueue concurrent.ConcurrentLinkedDeque"),
  /** Nodes with keys and values. */
  MAP(
      "HashMap Hashtable WeakHashMap TreeMap concurrent.ConcurrentHashMap "
          + "concurrent.ConcurrentSkipListMap"),
  /** An inner map whose keys are the elements. */
  SET(
      "HashSet TreeSet concurrent.ConcurrentHashMap$KeySetView "
          + "concurrent.ConcurrentSkipListSet"),
  /** A field for each element. */
  FIELDS(
      "ImmutableCollections$List12 ImmutableCollections$Set12 "
          + "ImmutableCollections$Map1 Collections$SingletonList "
          + "Collections$SingletonSet Collections$SingletonMap");

  private static final Map<String, CollectionLayout> BY_CLASS = new HashMap<>();

  static {
    for (CollectionLayout layout : values()) {
      for (String type : layout.types.split(" ", -1)) {
        BY_CLASS.put("java.util." + type, layout);
      }
    }
  }

  /**
   * The public types that are shown instead of implementation classes, whose names do not appear in
   * source code.
   */
  private static final Map<String, String> SHOWN =
      Map.ofEntries(
          Map.entry("java.util.Arrays$ArrayList", "java.util.List"),
          Map.entry("java.util.ImmutableCollections$ListN", "java.util.List"),
          Map.entry("java.util.ImmutableCollections$List12", "java.util.List"),
          Map.entry("java.util.ImmutableCollections$SetN", "java.util.Set"),
          Map.entry("java.util.ImmutableCollections$Set12", "java.util.Set"),
          Map.entry("java.util.ImmutableCollections$MapN", "java.util.Map"),
          Map.entry("java.util.ImmutableCollections$Map1", "java.util.Map"),
          Map.entry("java.util.Collections$SingletonList", "java.util.List"),
          Map.entry("java.util.Collections$SingletonSet", "java.util.Set"),
          Map.entry("java.util.Collections$SingletonMap", "java.util.Map"),
          Map.entry(
              "java.util.concurrent.ConcurrentHashMap$KeySetView",
              "java.util.concurrent.ConcurrentHashMap"));

  private static final Set<String> NODES =
      Set.of("Node", "TreeNode", "TreeBin", "Entry", "Index", "ForwardingNode");

  private final String types;

  /**
   * Creates a layout.
   *
   * @param types the classes of {@code java.util} with this layout, separated by spaces
   */
  CollectionLayout(String types) {
    this.types = types;
  }

  /**
   * The layout of a class or its closest superclass in the JDK; null if the class is not a
   * collection.
   */
  static @Nullable CollectionLayout of(@Nullable HeapClass type) {
    for (HeapClass c = type; c != null; c = c.superclass()) {
      CollectionLayout layout = BY_CLASS.get(c.name());
      if (layout != null) {
        return layout;
      }
    }
    return null;
  }

  /** Whether a class is a node class of a JDK collection. */
  static boolean isNode(String className) {
    return className.startsWith("java.util.")
        && NODES.contains(className.substring(className.lastIndexOf('$') + 1));
  }

  /** The name by which a collection is shown. */
  static String shown(String className) {
    return SHOWN.getOrDefault(className, className);
  }

  boolean hasNodes() {
    return this == LINKED || this == MAP || this == SET;
  }
}
