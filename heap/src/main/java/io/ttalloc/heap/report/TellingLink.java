package io.ttalloc.heap.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a path that shows a programmer what keeps a resource reachable, such as the entry of
 * a map, the element of a list or the thread-local variable. Removing it makes the resource
 * unreachable.
 *
 * @param part the number of the part within the path: 0 for the root, 1 for the first link, and so
 *     on
 */
public record TellingLink(int part, Kind kind) {
  /** The kind of thing that keeps the resource reachable. */
  public enum Kind {
    STATIC_FIELD,
    /** A thread, through its own fields or its task. */
    THREAD,
    /** A method that has not returned. */
    FRAME,
    THREAD_LOCAL,
    CLASS_LOADER,
    /**
     * A collection of listeners, observers, callbacks and the like, recognized by the name of its
     * field.
     */
    LISTENERS,
    MAP_ENTRY,
    MAP_KEY,
    ELEMENT,
    ARRAY,
    EXECUTOR_QUEUE,
    TIMER,
    SHUTDOWN_HOOK,
    /** A reference from native code. */
    NATIVE,
    /** A lock, or a reference from the JVM itself. */
    JVM
  }

  private static final String HOOKS = "java.lang.ApplicationShutdownHooks";
  private static final String TIMER_TASK = "java.util.TimerTask";

  /** The fields by which threads and their security contexts refer to the loader of their code. */
  private static final Set<String> LOADERS_IN_USE = Set.of("contextClassLoader", "classloader");

  /** Parts of the names of fields that contain listeners. */
  private static final List<String> LISTENING =
      List.of("listener", "observer", "subscri", "handler", "callback", "watcher", "hook");

  private static final Set<PathLink.Kind> IN_COLLECTION =
      Set.of(
          PathLink.Kind.ELEMENT,
          PathLink.Kind.ARRAY_ELEMENT,
          PathLink.Kind.ENTRY,
          PathLink.Kind.KEY);

  /**
   * Finds the telling link of several paths that differ only in some of their parts. Candidates are
   * the links into collections, thread-local variables, queues and class loaders. The outermost
   * candidate that differs between the paths is chosen: the resources were added to it one by one,
   * and anything closer to the resource usually belongs to only one of them. If no candidate
   * differs, the outermost one is chosen. If there is no candidate, the root is chosen, or the last
   * static field that is treated like a root.
   */
  public static TellingLink of(ReferencePath path, IntPredicate differs) {
    int first = -1;
    int likeRoot = 0;
    for (int part = 1; part <= path.links().size(); part++) {
      if (kindOf(path, part) != null) {
        if (differs.test(part)) {
          return at(path, part);
        }
        first = first < 0 ? part : first;
      } else if (isLikeRoot(path, part)) {
        likeRoot = part;
      }
    }
    if (first > 0) {
      return at(path, first);
    }
    return new TellingLink(likeRoot, likeRoot > 0 ? Kind.STATIC_FIELD : ofRoot(path.root()));
  }

  private static TellingLink at(ReferencePath path, int part) {
    Kind kind = kindOf(path, part);
    if (kind == null) {
      throw new IllegalArgumentException("no telling link: " + part);
    }
    return new TellingLink(part, kind);
  }

  private static Kind ofRoot(PathRoot root) {
    return switch (root.kind()) {
      case STATIC_FIELD -> Kind.STATIC_FIELD;
      case CLASS -> Kind.CLASS_LOADER;
      case THREAD -> Kind.THREAD;
      case JAVA_LOCAL, JNI_LOCAL -> Kind.FRAME;
      case JNI_GLOBAL -> Kind.NATIVE;
      case LOCKED, JVM -> Kind.JVM;
    };
  }

  /**
   * Whether a loader is kept because its code is running. If so, the loader is not the reason why
   * its objects are kept.
   */
  private static boolean isInUse(ReferencePath path, int part) {
    PathLink before = part == 1 ? null : path.links().get(part - 2);
    return before != null && LOADERS_IN_USE.contains(before.name());
  }

  /**
   * Whether a static field is treated like a root, because its class exists while its loader is in
   * use.
   */
  private static boolean isLikeRoot(ReferencePath path, int part) {
    return part > 1
        && path.links().get(part - 2).kind() == PathLink.Kind.DEFINED
        && isInUse(path, part - 1);
  }

  /** The kind of a part; null if it is only an intermediate step. */
  private static @Nullable Kind kindOf(ReferencePath path, int part) {
    PathLink link = path.links().get(part - 1);
    if (IN_COLLECTION.contains(link.kind())) {
      return ofCollection(path, part, link);
    }
    return switch (link.kind()) {
      case THREAD_LOCAL -> Kind.THREAD_LOCAL;
      case QUEUED, REPEATED -> Kind.EXECUTOR_QUEUE;
      case CLASS, DEFINED, LOADER -> isInUse(path, part) ? null : Kind.CLASS_LOADER;
      default -> null;
    };
  }

  private static Kind ofCollection(ReferencePath path, int part, PathLink link) {
    if (path.root().type().equals(HOOKS)) {
      return Kind.SHUTDOWN_HOOK;
    }
    if (link.kind() == PathLink.Kind.ARRAY_ELEMENT && link.type().equals(TIMER_TASK)) {
      return Kind.TIMER;
    }
    String field = part == 1 ? path.root().name() : path.links().get(part - 2).name();
    String lower = field.toLowerCase(Locale.ROOT);
    if (LISTENING.stream().anyMatch(lower::contains)) {
      return Kind.LISTENERS;
    }
    return switch (link.kind()) {
      case ENTRY -> link.type().endsWith("Set") ? Kind.ELEMENT : Kind.MAP_ENTRY;
      case KEY -> Kind.MAP_KEY;
      case ARRAY_ELEMENT -> Kind.ARRAY;
      default -> Kind.ELEMENT;
    };
  }
}
