package io.ttalloc.heap.scene;

import io.ttalloc.probe.resource.OpenedForTest;
import java.util.Arrays;

/** All ways to keep an object reachable, each with the path that must be reported. */
public enum Scene {
  DIRECT("static Statics.direct"),
  INSTANCE_FIELD("static Statics.session -> Statics.Session.conn"),
  INHERITED_FIELD("static Statics.session -> Statics.BaseSession.inherited"),
  NESTED_STATIC("static Statics.Nested.Inner.kept"),
  ARRAY("static Statics.array -> Conn[1]"),
  ARRAY_OF_ARRAYS("static Statics.matrix -> Conn[][1] -> Conn[2]"),
  ATOMIC("static Tasks.atomic -> AtomicReference.value"),
  CHAIN("static Statics.chain -> Statics.Node.next (500 times) -> Statics.Node.content"),
  LONG_CHAIN(
      "static Statics.zigzag"
          + " -> Statics.Zig.zag -> Statics.Zag.zig".repeat(15)
          + " -> (41 more links)"
          + " -> Statics.Zag.zig -> Statics.Zig.zag".repeat(14)
          + " -> Statics.Zag.content"),

  ARRAY_LIST("static Lists.arrayList -> ArrayList[3]"),
  OWN_LIST("static Lists.own -> Lists.Own[0]"),
  LINKED_LIST("static Lists.linkedList -> LinkedList[2]"),
  LINKED_LIST_END("static Lists.linkedList -> LinkedList[8]"),
  ARRAY_DEQUE("static Lists.deque -> ArrayDeque[2]"),
  COPY_ON_WRITE("static Lists.copyOnWrite -> CopyOnWriteArrayList[1]"),
  COPY_ON_WRITE_SET("static Lists.copyOnWriteSet -> CopyOnWriteArrayList[0]"),
  PRIORITY_QUEUE("static Lists.priority -> PriorityQueue[0]"),
  BLOCKING_QUEUE("static Lists.blocking -> LinkedBlockingQueue[1]"),
  BOUNDED_QUEUE("static Lists.bounded -> ArrayBlockingQueue[1]"),
  CONCURRENT_QUEUE("static Lists.concurrent -> ConcurrentLinkedQueue[1]"),
  LIST_OF_ONE("static Lists.one -> List[0]"),
  LIST_OF_THREE("static Lists.three -> List[2]"),
  AS_LIST("static Lists.asList -> List[1]"),
  UNMODIFIABLE("static Lists.unmodifiable -> ArrayList[0]"),
  SINGLETON("static Lists.singleton -> List[0]"),
  ARRAY_IN_LIST("static Lists.nested -> ArrayList[0] -> Object[0]"),

  HASH_MAP("static Maps.byName -> HashMap[\"k\u00e4se\"]"),
  HASH_MAP_WIDE_KEY("static Maps.byName -> HashMap[\"\u20ac\u2192x\"]"),
  HASH_MAP_LONG_KEY("static Maps.byName -> HashMap[\"" + "x".repeat(40) + "...\"]"),
  LINKED_HASH_MAP("static Maps.linked -> LinkedHashMap[42]"),
  CONCURRENT_MAP("static Maps.concurrent -> ConcurrentHashMap[Maps.Color.RED]"),
  TREE_MAP("static Maps.tree -> TreeMap[-7]"),
  SKIP_LIST("static Maps.skipList -> ConcurrentSkipListMap[2.5]"),
  IDENTITY_MAP("static Maps.identity -> IdentityHashMap[Conn.class]"),
  ENUM_MAP("static Maps.byColor -> EnumMap[Maps.Color.RED]"),
  WEAK_MAP("static Maps.weak -> WeakHashMap[Object]"),
  HASHTABLE("static Maps.hashtable -> Hashtable['c']"),
  SYNCHRONIZED_MAP("static Maps.synchronizedMap -> HashMap[true]"),
  MAP_OF_ONE("static Maps.one -> Map[\"a\"]"),
  MAP_OF_TWO("static Maps.two -> Map[\"b\"]"),
  SINGLETON_MAP("static Maps.singleton -> Map[\"s\"]"),
  MAP_KEY("static Maps.key -> key of HashMap"),
  HASH_SET("static Maps.hashSet -> HashSet[Conn]"),
  LINKED_HASH_SET("static Maps.linkedSet -> LinkedHashSet[Conn]"),
  TREE_SET("static Maps.treeSet -> TreeSet[Conn]"),
  KEY_SET("static Maps.keySet -> ConcurrentHashMap[Conn]"),
  SET_OF("static Maps.setOf -> Set[Conn]"),
  MAP_IN_SET("static Maps.mapInSet -> HashSet[HashMap] -> HashMap[\"in\"]"),

  LAMBDA("static Captures.lambda -> lambda in Captures captures Conn"),
  LISTENER(
      "static Captures.listeners -> ArrayList[1] -> lambda in Captures captures Captures.Session -> Captures.Session.conn"),
  ANONYMOUS("static Captures.anonymous -> anonymous class in Captures captures conn"),
  INNER("static Captures.inner -> class Captures.Inner captures Captures.this -> Captures.own"),

  THREAD_LOCAL("thread \"holder-1\" -> ThreadLocal Threads.CURRENT"),
  NAMELESS_THREAD_LOCAL("thread \"holder-1\" -> ThreadLocal"),
  RUNNABLE("thread \"holder-1\" -> lambda in Threads captures Conn"),
  WATCHED(
      "thread \"watch\" -> lambda in Threads captures Threads.Watch -> Threads.Watch.conn -> AtomicReference.value"),
  EXECUTOR_QUEUE(
      "thread \"pool-1-thread-1\" -> queue of ThreadPoolExecutor[1] -> lambda in Threads captures Conn"),
  THREAD_LOCAL_OF_POOL("thread \"pool-7-thread-1\" -> ThreadLocal Tasks.IN_POOL"),
  INHERITABLE("thread \"heir\" -> ThreadLocal Tasks.INHERITED"),
  SCHEDULED(
      "static Tasks.scheduler -> queue of ScheduledThreadPoolExecutor[0] -> lambda in Captures captures Conn"),
  REPEATED(
      "static Tasks.repeater -> queue of ScheduledThreadPoolExecutor[0] -> lambda in Captures captures Conn"),
  TIMER("thread \"timer\" -> TimerTask[1] -> anonymous class in Tasks captures conn"),
  COMPLETION(
      "static Tasks.future -> CompletableFuture.stack -> CompletableFuture.UniCompletion.dep -> CompletableFuture.stack -> CompletableFuture.UniAccept.fn -> lambda in Tasks captures Conn"),
  SHUTDOWN_HOOK(
      "static ApplicationShutdownHooks.hooks -> key of IdentityHashMap -> lambda in Captures captures Conn"),
  UNCAUGHT("static Thread.defaultUncaughtExceptionHandler -> lambda in Tasks captures Conn"),
  STANDARD_OUTPUT("static System.out -> PrintStream.out -> Tasks.Sink.conn"),
  CLASS_LOADER(
      "static Loaders.loader -> class Loaders.Plugin loaded by Loaders.Separate -> static Loaders.Plugin.kept"),
  INSTANCE_OF_LOADER("static Loaders.instance -> class Loaders.Other -> static Loaders.Other.kept"),
  JNI_GLOBAL(
      "JNI global reference -> InstrumentationImpl.mTransformerManager -> TransformerManager.mTransformerList -> TransformerManager.TransformerInfo[0] -> TransformerManager.TransformerInfo.mTransformer -> Agent.Transformer.conn"),
  LOCAL(
      "local variable in io.ttalloc.heap.scene.Locals.hold(Locals.java:LINE) of thread \"local\""),
  VIRTUAL(
      "local variable in io.ttalloc.heap.scene.Locals.hold(Locals.java:LINE) of thread \"virtual\""),
  LOCKED(
      "local variable in io.ttalloc.heap.scene.Locals.lock(Locals.java:LINE) of thread \"locked\""),
  SOFT(""),
  FINALIZED("");

  private final String path;

  Scene(String path) {
    this.path = path;
  }

  /** The text of the path; empty if no strong reference leads to the object. */
  public String path() {
    return path;
  }

  /** The slot of this scene, which is its index among the scenes. */
  public int slot() {
    return Arrays.asList(values()).indexOf(this);
  }

  /** Returns a new object with the resource of this scene. */
  Conn opened() {
    return opened(new Conn());
  }

  Conn opened(Conn conn) {
    return opened(conn, slot());
  }

  static Conn opened(Conn conn, int slot) {
    conn.$ttAllocResource = OpenedForTest.open(conn, slot);
    return conn;
  }
}
