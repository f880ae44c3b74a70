package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The layouts in which the JDK's collections store their elements. */
enum CollectionLayout {
  /** An array of elements. */
  ARRAY,
  /** An array of elements used as a ring, which may begin at any index. */
  RING,
  /** An array with alternating keys and values. */
  PAIRS,
  /** An array of keys and a parallel array of values. */
  PARALLEL,
  /** An array of elements in no particular order. */
  SCATTERED,
  /** Nodes that each refer to the next one. */
  LINKED,
  /** Nodes with keys and values. */
  MAP,
  /** An inner map whose keys are the elements. */
  SET,
  /** A field for each element. */
  FIELDS;

  private static final Map<String, CollectionLayout> BY_CLASS =
      Map.ofEntries(
          Map.entry("java.util.ArrayList", ARRAY),
          Map.entry("java.util.Vector", ARRAY),
          Map.entry("java.util.PriorityQueue", ARRAY),
          Map.entry("java.util.Arrays$ArrayList", ARRAY),
          Map.entry("java.util.ImmutableCollections$ListN", ARRAY),
          Map.entry("java.util.concurrent.CopyOnWriteArrayList", ARRAY),
          Map.entry("java.util.concurrent.PriorityBlockingQueue", ARRAY),
          Map.entry("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", ARRAY),
          Map.entry("java.util.ArrayDeque", RING),
          Map.entry("java.util.concurrent.ArrayBlockingQueue", RING),
          Map.entry("java.util.IdentityHashMap", PAIRS),
          Map.entry("java.util.ImmutableCollections$MapN", PAIRS),
          Map.entry("java.util.EnumMap", PARALLEL),
          Map.entry("java.util.ImmutableCollections$SetN", SCATTERED),
          Map.entry("java.util.LinkedList", LINKED),
          Map.entry("java.util.concurrent.LinkedBlockingQueue", LINKED),
          Map.entry("java.util.concurrent.LinkedBlockingDeque", LINKED),
          Map.entry("java.util.concurrent.ConcurrentLinkedQueue", LINKED),
          Map.entry("java.util.concurrent.ConcurrentLinkedDeque", LINKED),
          Map.entry("java.util.HashMap", MAP),
          Map.entry("java.util.Hashtable", MAP),
          Map.entry("java.util.WeakHashMap", MAP),
          Map.entry("java.util.TreeMap", MAP),
          Map.entry("java.util.concurrent.ConcurrentHashMap", MAP),
          Map.entry("java.util.concurrent.ConcurrentSkipListMap", MAP),
          Map.entry("java.util.HashSet", SET),
          Map.entry("java.util.TreeSet", SET),
          Map.entry("java.util.concurrent.ConcurrentHashMap$KeySetView", SET),
          Map.entry("java.util.concurrent.ConcurrentSkipListSet", SET),
          Map.entry("java.util.ImmutableCollections$List12", FIELDS),
          Map.entry("java.util.ImmutableCollections$Set12", FIELDS),
          Map.entry("java.util.ImmutableCollections$Map1", FIELDS),
          Map.entry("java.util.Collections$SingletonList", FIELDS),
          Map.entry("java.util.Collections$SingletonSet", FIELDS),
          Map.entry("java.util.Collections$SingletonMap", FIELDS));

  /**
   * The public types that are shown instead of implementation classes, which do not appear in
   * programs.
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

  /** The layout of a class or its closest superclass in the JDK; null if it is not a collection. */
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
