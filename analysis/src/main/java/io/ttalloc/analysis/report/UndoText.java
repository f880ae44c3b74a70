package io.ttalloc.analysis.report;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.SourceNames;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Puts into words the advice to remove the reference that keeps a resource reachable. Names the
 * call that removes the reference if the reference is in a JDK class; otherwise names the field.
 */
final class UndoText {
  /**
   * Matches a key that is a Java literal. For any other key, a path contains only the class name.
   */
  private static final Pattern LITERAL = Pattern.compile("[\"'].*[\"']|-?\\d.*|true|false");

  private final HolderPath path;
  private final int part;

  private UndoText(HolderPath path) {
    this.path = path;
    this.part = path.telling().part();
  }

  /**
   * Returns the step worded so that it can follow "and": {@code remove it from Registry.LISTENERS}.
   */
  static String of(Step.Undo step) {
    Frame putBy = step.putBy();
    String opposite = step.opposite();
    return new UndoText(step.path()).undo()
        + (putBy == null || opposite == null
            ? ""
            : ", where "
                + JavaNames.call(putBy)
                + " put it (the opposite call may be "
                + opposite
                + ")");
  }

  private String undo() {
    return switch (path.telling().kind()) {
      case STATIC_FIELD -> "clear " + (part == 0 ? fieldOfRoot() : field(link()));
      case THREAD -> "let " + path.parts().get(0) + " end";
      case FRAME -> "return from the method that holds it in a " + path.parts().get(0);
      case THREAD_LOCAL -> threadLocal();
      case CLASS_LOADER -> classLoader();
      case LISTENERS -> "remove " + item("the listener") + " from " + container();
      case MAP_ENTRY -> "call remove(" + key() + ") on " + container();
      case MAP_KEY -> "remove it from the keys of " + container();
      case ELEMENT -> "remove " + item("it") + " from " + container();
      case ARRAY -> "set the element of " + container() + " to null";
      case EXECUTOR_QUEUE -> queue();
      case TIMER -> "call cancel() on the Timer, or on the TimerTask and then purge() on the Timer";
      case SHUTDOWN_HOOK -> "close it in the shutdown hook, or call Runtime.removeShutdownHook";
      case NATIVE -> "release the reference in native code" + viaField();
      case JVM -> "find out why the JVM refers to it" + viaField();
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
        ? "call remove() on the ThreadLocal before the thread is reused"
        : "call " + variable + ".remove() before the thread is reused";
  }

  private String queue() {
    String executor = SourceNames.simple(link().type());
    return executor.startsWith("Scheduled")
        ? "call setRemoveOnCancelPolicy(true) on the "
            + executor
            + " and cancel the task, or shut the executor down"
        : "let the " + executor + " run the task, or shut the executor down";
  }

  /**
   * Returns what to do about a resource that a class loader keeps: clear the static field on the
   * path, or drop the references to the loader if there is no such field.
   */
  private String classLoader() {
    for (PathLink link : path.first().links().subList(part, path.first().links().size())) {
      if (link.kind() == PathLink.Kind.STATIC_FIELD) {
        return "clear " + field(link) + " when its class loader is discarded";
      }
    }
    return "drop all references to the class loader when it is no longer needed";
  }

  /**
   * Returns the key as a literal if all resources have the same key; otherwise the word {@code
   * key}.
   */
  private String key() {
    String key = link().name();
    return !path.differing().contains(part) && LITERAL.matcher(key).matches() ? key : "key";
  }

  /** Returns the reference to the collection: a field with its class, or the collection itself. */
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
    return "the " + SourceNames.simple(link().type()) + (array ? "[]" : "");
  }

  /** Returns the element of the collection: the resource itself, or an object that refers to it. */
  private String item(String itself) {
    List<PathLink> links = path.first().links();
    if (part >= links.size()) {
      return itself;
    }
    PathLink next = links.get(part);
    String owner = SourceNames.simple(next.type());
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
}
