package io.ttalloc.heap.scene;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;

/** Scenes in which a list or queue keeps the resource reachable. */
@SuppressWarnings("JdkObsolete")
final class Lists {
  static final class Own extends ArrayList<Object> {
    private static final long serialVersionUID = 1;
  }

  static List<Object> arrayList = filled(new ArrayList<>(), 5, Scene.ARRAY_LIST, 3);
  static List<Object> own = filled(new Own(), 1, Scene.OWN_LIST, 0);
  static List<Object> linkedList = filled(new LinkedList<>(), 10, Scene.LINKED_LIST, 2);
  static ArrayDeque<Object> deque = new ArrayDeque<>(8);
  static List<Object> copyOnWrite =
      new CopyOnWriteArrayList<>(List.of("", Scene.COPY_ON_WRITE.opened()));
  static CopyOnWriteArraySet<Object> copyOnWriteSet =
      new CopyOnWriteArraySet<>(List.of(Scene.COPY_ON_WRITE_SET.opened()));
  static Queue<Object> priority = new PriorityQueue<>(List.of(Scene.PRIORITY_QUEUE.opened()));
  static Queue<Object> blocking = new LinkedBlockingQueue<>(afterOne(Scene.BLOCKING_QUEUE));
  static Queue<Object> bounded = new ArrayBlockingQueue<>(3);
  static Queue<Object> concurrent = new ConcurrentLinkedQueue<>(afterOne(Scene.CONCURRENT_QUEUE));
  static List<Object> one = List.of(Scene.LIST_OF_ONE.opened());
  static List<Object> three = List.of("", "", Scene.LIST_OF_THREE.opened());
  static List<Object> asList = Arrays.asList("", Scene.AS_LIST.opened());
  static List<Object> unmodifiable =
      Collections.unmodifiableList(filled(new ArrayList<>(), 1, Scene.UNMODIFIABLE, 0));
  static List<Object> singleton = Collections.singletonList(Scene.SINGLETON.opened());
  static List<Object> nested = new ArrayList<>();

  private Lists() {}

  static void set() {
    linkedList.set(8, Scene.LINKED_LIST_END.opened());
    // The ring has wrapped around: its first element is not at the beginning of its array.
    for (int i = 0; i < 6; i++) {
      deque.add("");
      deque.remove();
    }
    deque.addAll(List.of("", "", Scene.ARRAY_DEQUE.opened()));
    bounded.addAll(List.of("", ""));
    bounded.remove();
    bounded.add(Scene.BOUNDED_QUEUE.opened());
    nested.add(new Object[] {Scene.ARRAY_IN_LIST.opened()});
  }

  private static List<Object> afterOne(Scene scene) {
    return List.of("", scene.opened(), "", "", "");
  }

  private static List<Object> filled(List<Object> list, int size, Scene scene, int at) {
    for (int i = 0; i < size; i++) {
      list.add(i == at ? scene.opened() : "");
    }
    return list;
  }
}
