package io.ttalloc.heap.scene;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Scenes in which a map or set keeps the resource reachable. */
@SuppressWarnings("JdkObsolete")
final class Maps {
  enum Color {
    RED {
      @Override
      boolean isWarm() {
        return true;
      }
    };

    abstract boolean isWarm();
  }

  private static final Object WEAK_KEY = new Object();

  static Map<String, Object> byName =
      new HashMap<>(
          Map.of(
              "k\u00e4se",
              Scene.HASH_MAP.opened(),
              "\u20ac\u2192x",
              Scene.HASH_MAP_WIDE_KEY.opened(),
              "x".repeat(100),
              Scene.HASH_MAP_LONG_KEY.opened()));
  static Map<Integer, Object> linked =
      new LinkedHashMap<>(Map.of(42, Scene.LINKED_HASH_MAP.opened()));
  static Map<Color, Object> concurrent =
      new ConcurrentHashMap<>(Map.of(Color.RED, Scene.CONCURRENT_MAP.opened()));
  static Map<Color, Object> byColor = new EnumMap<>(Map.of(Color.RED, Scene.ENUM_MAP.opened()));
  static Map<Long, Object> tree = new TreeMap<>(Map.of(-7L, Scene.TREE_MAP.opened()));
  static Map<Double, Object> skipList =
      new ConcurrentSkipListMap<>(Map.of(2.5, Scene.SKIP_LIST.opened()));
  static IdentityHashMap<Class<?>, Object> identity = new IdentityHashMap<>();
  static Map<Object, Object> weak = new WeakHashMap<>(Map.of(WEAK_KEY, Scene.WEAK_MAP.opened()));
  static Map<Character, Object> hashtable = new Hashtable<>(Map.of('c', Scene.HASHTABLE.opened()));
  static Map<Boolean, Object> synchronizedMap =
      Collections.synchronizedMap(new HashMap<>(Map.of(true, Scene.SYNCHRONIZED_MAP.opened())));
  static Map<String, Object> one = Map.of("a", Scene.MAP_OF_ONE.opened());
  static Map<String, Object> two = Map.of("a", "", "b", Scene.MAP_OF_TWO.opened());
  static Map<String, Object> singleton =
      Collections.singletonMap("s", Scene.SINGLETON_MAP.opened());
  static Map<Object, Object> key = new HashMap<>(Map.of(Scene.MAP_KEY.opened(), ""));
  static Set<Object> hashSet = new HashSet<>(List.of(Scene.HASH_SET.opened()));
  static Set<Object> linkedSet = new LinkedHashSet<>(List.of(Scene.LINKED_HASH_SET.opened()));
  static Set<Conn> treeSet = new TreeSet<>(List.of(Scene.TREE_SET.opened()));
  static Set<Object> keySet = ConcurrentHashMap.newKeySet();
  static Set<Object> setOf = Set.of(Scene.SET_OF.opened(), "", "x");
  static Set<Object> mapInSet =
      new HashSet<>(List.of(new HashMap<>(Map.of("in", Scene.MAP_IN_SET.opened()))));

  private Maps() {}

  static void set() {
    identity.put(Conn.class, Scene.IDENTITY_MAP.opened());
    keySet.add(Scene.KEY_SET.opened());
  }
}
