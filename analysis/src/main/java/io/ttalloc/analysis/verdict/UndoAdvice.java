package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.SourceNames;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The advice to undo what keeps a resource reachable: for the classes of the JDK the call that does
 * it, else the field.
 */
final class UndoAdvice {
  /** Calls that add something, and what the calls are named that take it away again. */
  private static final Map<String, String> OPPOSITES =
      Map.of(
          "add", "remove",
          "register", "unregister",
          "subscribe", "unsubscribe",
          "attach", "detach",
          "put", "remove",
          "bind", "unbind",
          "install", "uninstall");

  private static final String WORKER_OF_EXECUTOR = "java.util.concurrent.ThreadPoolExecutor$Worker";

  /** A key as Java writes it; of other keys the name is that of their class. */
  private static final Pattern LITERAL = Pattern.compile("[\"'].*[\"']|-?\\d.*|true|false");

  private final HolderPath path;
  private final int part;

  private UndoAdvice(HolderPath path) {
    this.path = path;
    this.part = path.telling().part();
  }

  /**
   * What to do about a path, to follow "and": {@code remove it from Registry.LISTENERS}.
   *
   * @param opening the stack that opened the first of its resources
   */
  static String of(HolderPath path, List<Frame> opening) {
    UndoAdvice advice = new UndoAdvice(path);
    return advice.undo() + advice.counterpart(opening);
  }

  /**
   * Whether the program can do nothing about what is to be undone but close the resource: it is in
   * a field of the JDK or of a library, or a thread of the executor that is closed.
   */
  static boolean isOutOfReach(HolderPath path, CallSites sites) {
    UndoAdvice advice = new UndoAdvice(path);
    return switch (path.telling().kind()) {
      case MAP_ENTRY, MAP_KEY, ELEMENT, ARRAY, EXECUTOR_QUEUE, STATIC_FIELD -> {
        String owner = advice.ownerOfField();
        yield owner != null && (JavaNames.isPlatform(owner) || sites.isLibrary(owner));
      }
      case THREAD ->
          path.first().links().stream().anyMatch(link -> link.type().equals(WORKER_OF_EXECUTOR));
      default -> false;
    };
  }

  /** The class that declares the field with the collection; null if it is in none. */
  private @Nullable String ownerOfField() {
    int field = path.telling().kind() == TellingLink.Kind.STATIC_FIELD ? part - 1 : part - 2;
    if (field < 0) {
      PathRoot root = path.first().root();
      return root.kind() == PathRoot.Kind.STATIC_FIELD ? root.type() : null;
    }
    PathLink link = path.first().links().get(field);
    return link.kind().isField() ? link.type() : null;
  }

  private String undo() {
    return switch (path.telling().kind()) {
      case STATIC_FIELD -> "clear " + (part == 0 ? fieldOfRoot() : field(link()));
      case THREAD -> "let " + path.parts().get(0) + " end";
      case FRAME -> "let the method return that has it in a " + path.parts().get(0);
      case THREAD_LOCAL -> threadLocal();
      case CLASS_LOADER -> classLoader();
      case LISTENERS -> "remove " + item("the listener") + " from " + container();
      case MAP_ENTRY -> "call remove(" + key() + ") on " + container();
      case MAP_KEY -> "remove it, a key, from " + container();
      case ELEMENT -> "remove " + item("it") + " from " + container();
      case ARRAY -> "set the element of " + container() + " to null";
      case EXECUTOR_QUEUE -> queue();
      case TIMER -> "call cancel() on the Timer, or on the TimerTask and then purge() on the Timer";
      case SHUTDOWN_HOOK -> "close it in the shutdown hook, or call Runtime.removeShutdownHook";
      case NATIVE -> "release what native code refers to" + viaField();
      case JVM -> "find out what the JVM keeps it for" + viaField();
    };
  }

  private PathLink link() {
    return path.first().links().get(part - 1);
  }

  private String fieldOfRoot() {
    PathRoot root = path.first().root();
    return SourceNames.simpleQualifier(root.type()) + "." + root.name();
  }

  private static String field(PathLink link) {
    return SourceNames.simpleQualifier(link.type()) + "." + link.name();
  }

  private String threadLocal() {
    String variable = link().name();
    return variable.isEmpty()
        ? "call remove() on the ThreadLocal before its thread is used for something else"
        : "call " + variable + ".remove() before its thread is used for something else";
  }

  private String queue() {
    String executor = JavaNames.simple(link().type());
    return executor.startsWith("Scheduled")
        ? "cancel the task, with setRemoveOnCancelPolicy(true), or shut the " + executor + " down"
        : "let the " + executor + " run the task, or shut it down";
  }

  /** The static field behind the class that the loader keeps is what can be cleared. */
  private String classLoader() {
    for (PathLink link : path.first().links().subList(part, path.first().links().size())) {
      if (link.kind() == PathLink.Kind.STATIC_FIELD) {
        return "clear " + field(link) + " when its class loader is given up";
      }
    }
    return "let nothing refer to its class loader when that is given up";
  }

  /**
   * The key as it would be written, if all resources have the same; of objects only the class is
   * known.
   */
  private String key() {
    String key = link().name();
    return !path.differing().contains(part) && LITERAL.matcher(key).matches() ? key : "key";
  }

  /** What refers to the collection: a field with its class, or the collection itself. */
  private String container() {
    if (part == 1) {
      PathRoot root = path.first().root();
      return root.kind() == PathRoot.Kind.STATIC_FIELD
          ? fieldOfRoot()
          : theCollection() + " of " + path.parts().get(0);
    }
    PathLink before = path.first().links().get(part - 2);
    return switch (before.kind()) {
      case STATIC_FIELD, FIELD -> field(before);
      default -> theCollection() + " in " + path.parts().get(part - 1);
    };
  }

  private String theCollection() {
    boolean array = path.telling().kind() == TellingLink.Kind.ARRAY;
    return "the " + JavaNames.simple(link().type()) + (array ? "[]" : "");
  }

  /** What is in the collection: the resource itself, or what refers to it. */
  private String item(String itself) {
    List<PathLink> links = path.first().links();
    if (part >= links.size()) {
      return itself;
    }
    PathLink next = links.get(part);
    String owner = JavaNames.simple(next.type());
    return switch (next.kind()) {
      case LAMBDA -> "the lambda in " + SourceNames.simpleQualifier(next.type());
      case CAPTURE -> "the " + next.capturer();
      case FIELD, ELEMENT, ENTRY, KEY, CLASS -> "the " + owner;
      default -> itself;
    };
  }

  private String viaField() {
    List<PathLink> links = path.first().links();
    for (int i = links.size() - 1; i >= 0; i--) {
      if (links.get(i).kind() == PathLink.Kind.FIELD) {
        return ", or clear " + field(links.get(i));
      }
    }
    return "";
  }

  /** The method of the holder that opened it tells what its opposite is called, by custom. */
  private String counterpart(List<Frame> opening) {
    if (part < 1) {
      return "";
    }
    String holder =
        part == 1 ? path.first().root().type() : path.first().links().get(part - 2).type();
    for (Frame frame : opening) {
      for (Map.Entry<String, String> pair : OPPOSITES.entrySet()) {
        if (frame.className().equals(holder) && isVerb(frame.method(), pair.getKey())) {
          return ", which "
              + JavaNames.call(frame)
              + " put there (its opposite may be "
              + pair.getValue()
              + frame.method().substring(pair.getKey().length())
              + ")";
        }
      }
    }
    return "";
  }

  private static boolean isVerb(String method, String verb) {
    return method.startsWith(verb)
        && (method.length() == verb.length()
            || Character.isUpperCase(method.charAt(verb.length())));
  }
}
