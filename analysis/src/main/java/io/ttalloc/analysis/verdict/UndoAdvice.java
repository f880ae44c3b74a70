package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The advice to remove the reference that keeps a resource reachable, with the call that probably
 * stored the reference and the likely name of the opposite call, if these are known.
 */
final class UndoAdvice {
  /** Method names that add something, and the usual names of the methods that remove it again. */
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

  private final HolderPath path;
  private final int part;

  private UndoAdvice(HolderPath path) {
    this.path = path;
    this.part = path.telling().part();
  }

  /**
   * Returns the step for a path.
   *
   * @param opening the stack that opened the first of the resources that the path keeps reachable
   */
  static Step of(HolderPath path, List<Frame> opening) {
    return new UndoAdvice(path).undo(opening);
  }

  /**
   * Whether the program cannot remove the telling link except by closing the resource: the link is
   * in a field of the JDK or of a library, or is a thread of the executor to be closed, or a thread
   * of a library that ends when the resource is closed.
   */
  static boolean isOutOfReach(HolderPath path, CallSites sites) {
    UndoAdvice advice = new UndoAdvice(path);
    return switch (path.telling().kind()) {
      case MAP_ENTRY, MAP_KEY, ELEMENT, ARRAY, EXECUTOR_QUEUE, STATIC_FIELD -> {
        String owner = advice.ownerOfField();
        yield owner != null && (JavaNames.isPlatform(owner) || sites.isLibrary(owner));
      }
      case THREAD ->
          path.first().links().stream().anyMatch(link -> link.type().equals(WORKER_OF_EXECUTOR))
              || isOfLibraries(path.first().links(), sites);
      default -> false;
    };
  }

  private static boolean isOfLibraries(List<PathLink> links, CallSites sites) {
    return links.stream()
        .map(PathLink::type)
        .allMatch(type -> JavaNames.isPlatform(type) || sites.isLibrary(type));
  }

  /**
   * Returns the class that declares the field with the collection; null if the collection is in no
   * field.
   */
  private @Nullable String ownerOfField() {
    int field = path.telling().kind() == TellingLink.Kind.STATIC_FIELD ? part - 1 : part - 2;
    if (field < 0) {
      PathRoot root = path.first().root();
      return root.kind() == PathRoot.Kind.STATIC_FIELD ? root.type() : null;
    }
    PathLink link = path.first().links().get(field);
    return link.kind().isField() ? link.type() : null;
  }

  /**
   * Returns the innermost field of the program from which a path leads into a collection or into a
   * library, such as a cache; null if there is none.
   */
  static @Nullable PathLink collection(ReferencePath path, CallSites sites) {
    List<PathLink> links = withRoot(path);
    for (int i = links.size() - 2; i >= 0; i--) {
      if (isOfProgram(links.get(i), sites) && isInside(links.get(i + 1), sites)) {
        return links.get(i);
      }
    }
    return null;
  }

  /** Whether a path leads through a field of the program. */
  static boolean isInField(ReferencePath path, CallSites sites) {
    for (PathLink link : withRoot(path)) {
      if (isOfProgram(link, sites)) {
        return true;
      }
    }
    return false;
  }

  /** The links of a path and, before them, the static field at which it begins, if any. */
  private static List<PathLink> withRoot(ReferencePath path) {
    PathRoot root = path.root();
    List<PathLink> links = new ArrayList<>();
    if (root.kind() == PathRoot.Kind.STATIC_FIELD) {
      links.add(new PathLink(PathLink.Kind.STATIC_FIELD, root.type(), root.name()));
    }
    links.addAll(path.links());
    return links;
  }

  private static boolean isOfProgram(PathLink link, CallSites sites) {
    return link.kind().isField()
        && !JavaNames.isPlatform(link.type())
        && !sites.isLibrary(link.type());
  }

  /** Whether a link leads from a collection to its contents, or is inside a library. */
  private static boolean isInside(PathLink link, CallSites sites) {
    return switch (link.kind()) {
      case ELEMENT, ARRAY_ELEMENT, ENTRY, KEY -> true;
      case FIELD -> sites.isLibrary(link.type());
      default -> false;
    };
  }

  private Step.Undo undo(List<Frame> opening) {
    if (part >= 1) {
      String holder =
          part == 1 ? path.first().root().type() : path.first().links().get(part - 2).type();
      for (Frame frame : opening) {
        String opposite = frame.className().equals(holder) ? opposite(frame.method()) : null;
        if (opposite != null) {
          return new Step.Undo(path, frame, opposite);
        }
      }
    }
    return new Step.Undo(path, null, null);
  }

  /** Returns the usual name of the method that undoes another one; null if there is none. */
  private static @Nullable String opposite(String method) {
    for (Map.Entry<String, String> pair : OPPOSITES.entrySet()) {
      if (isVerb(method, pair.getKey())) {
        return pair.getValue() + method.substring(pair.getKey().length());
      }
    }
    return null;
  }

  private static boolean isVerb(String method, String verb) {
    return method.startsWith(verb)
        && (method.length() == verb.length()
            || Character.isUpperCase(method.charAt(verb.length())));
  }
}
