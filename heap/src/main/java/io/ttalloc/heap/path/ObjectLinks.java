package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.References;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathLink.Kind;
import io.ttalloc.text.SourceNames;
import java.util.Set;

/** The links of a path that do not pass through a collection. */
final class ObjectLinks {
  private static final String LAMBDA = "$$Lambda";

  /**
   * Fields of JDK classes that lead from a thread or a task to the application's object inside it.
   */
  private static final Set<String> PLUMBING =
      Set.of(
          "java.lang.Thread.target",
          "java.lang.Thread.holder",
          "java.lang.Thread$FieldHolder.task",
          "java.lang.VirtualThread.cont",
          "java.lang.VirtualThread$VThreadContinuation$1.val$task",
          "jdk.internal.vm.Continuation.target",
          "java.util.concurrent.ThreadPoolExecutor$Worker.this$0",
          "java.util.concurrent.ForkJoinWorkerThread.pool",
          "java.util.concurrent.Executors$DelegatedExecutorService.e",
          "java.util.concurrent.Executors$DelegatedScheduledExecutorService.e",
          "java.util.concurrent.Executors$RunnableAdapter.task",
          "java.util.concurrent.FutureTask.callable",
          "java.util.concurrent.CompletableFuture$AsyncRun.fn",
          "java.util.concurrent.CompletableFuture$AsyncSupply.fn",
          "java.util.concurrent.CopyOnWriteArraySet.al",
          "java.util.TimerThread.queue",
          "java.util.TaskQueue.queue",
          "sun.nio.fs.LinuxWatchService$Poller.watcher");

  private final RawPath path;
  private final ThreadLocals threadLocals;

  ObjectLinks(RawPath path, ThreadLocals threadLocals) {
    this.path = path;
    this.threadLocals = threadLocals;
  }

  /** Whether a hop is omitted because its field is an implementation detail of the JDK. */
  boolean isPlumbing(int hop) {
    String field = path.qualifiedField(hop);
    // The second condition applies to the wrapper classes in Collections, but not to its lists,
    // sets and maps with one element.
    return PLUMBING.contains(field)
        || (field.startsWith("java.util.Collections$")
            && CollectionLayout.of(path.type(hop)) == null);
  }

  /** Whether a hop leads from an executor to the queue of its tasks. */
  boolean isExecutorQueue(int hop) {
    return hop + 1 < path.hops()
        && path.qualifiedField(hop).equals("java.util.concurrent.ThreadPoolExecutor.workQueue");
  }

  /**
   * The index of the object that is the value of a thread-local variable of the thread at a hop;
   * negative if the hop does not lead to such a value.
   */
  int threadLocalValue(int hop) {
    String field = path.qualifiedField(hop);
    boolean ofThread =
        field.equals("java.lang.Thread.threadLocals")
            || field.equals("java.lang.Thread.inheritableThreadLocals");
    return ofThread && hop + 3 < path.hops() && path.fieldName(hop + 3).equals("value")
        ? hop + 4
        : -1;
  }

  /**
   * The link to the value of a thread-local variable.
   *
   * @param entry the index of the entry in the thread's map
   */
  PathLink threadLocal(int entry) {
    int variable = path.heap.reference(path.object(entry), "referent");
    HeapClass type = variable < 0 ? null : path.heap.classOf(variable);
    String field = variable < 0 ? "" : threadLocals.staticField(variable);
    int dot = field.lastIndexOf('.');
    return new PathLink(
        Kind.THREAD_LOCAL,
        type == null || !field.isEmpty() ? "java.lang.ThreadLocal" : type.name(),
        dot < 0 ? "" : SourceNames.simpleQualifier(field.substring(0, dot)) + field.substring(dot));
  }

  /**
   * The index of the class that is defined by the class loader at a hop; negative if the hop does
   * not lead to such a class.
   */
  int definedClass(int hop) {
    if (!path.qualifiedField(hop).equals("java.lang.ClassLoader.classes")) {
      return -1;
    }
    int at = hop + 1;
    while (at <= path.hops() && path.heap.asClass(path.object(at)) == null) {
      at++;
    }
    return at <= path.hops() ? at : -1;
  }

  /** The link for a hop that starts at an instance or an array. */
  PathLink ofObject(int hop) {
    String type = path.typeName(hop);
    if (path.isArray(hop)) {
      String element = type.endsWith("[]") ? type.substring(0, type.length() - 2) : type;
      return new PathLink(Kind.ARRAY_ELEMENT, element, String.valueOf(path.which(hop)));
    }
    if (path.which(hop) == References.CLASS) {
      return new PathLink(Kind.CLASS, type, "");
    }
    String field = path.fieldName(hop);
    int lambda = type.indexOf(LAMBDA);
    if (lambda > 0) {
      String captured = SourceNames.simple(path.typeName(hop + 1));
      return new PathLink(Kind.LAMBDA, type.substring(0, lambda), captured);
    }
    if (field.startsWith("val$")) {
      return new PathLink(Kind.CAPTURE, type, field.substring("val$".length()));
    }
    if (field.startsWith("this$")) {
      String outer = type.substring(0, Math.max(0, type.lastIndexOf('$')));
      return new PathLink(Kind.CAPTURE, type, SourceNames.simpleQualifier(outer) + ".this");
    }
    return new PathLink(Kind.FIELD, classWithField(hop, type), field);
  }

  /**
   * The class that declares the field of a hop. For a stream of the JDK, however, this is the
   * stream's own class, because people know BufferedInputStream, but not its superclass
   * FilterInputStream.
   */
  private String classWithField(int hop, String type) {
    HeapClass.NamedField field = path.field(hop);
    String declaring = field == null ? type : field.declaredBy().name();
    return declaring.startsWith("java.io.") && type.startsWith("java.") ? type : declaring;
  }

  /** The link for a hop that starts at a class. */
  PathLink ofClass(int hop) {
    String type = path.typeName(hop);
    String field = path.staticField(hop);
    if (field != null) {
      return new PathLink(Kind.STATIC_FIELD, type, field);
    }
    return switch (path.which(hop)) {
      case References.SUPERCLASS -> new PathLink(Kind.SUPERCLASS, type, "");
      case References.LOADER -> new PathLink(Kind.LOADER, type, "");
      default -> new PathLink(Kind.PROTECTION_DOMAIN, type, "");
    };
  }
}
