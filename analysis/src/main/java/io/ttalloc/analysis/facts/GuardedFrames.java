package io.ttalloc.analysis.facts;

import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.LineRanges;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The frames that were inside try statements when the process ended, and the variables that the
 * cleanup of these statements uses. If the process had not ended, such a frame would still have
 * closed the resources in these variables. Immutable.
 */
public final class GuardedFrames {
  /** Platform types that cleanups use and that hold no resources. */
  private static final Set<String> KEEP_NOTHING =
      Set.of(
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.CyclicBarrier",
          "java.util.concurrent.Phaser",
          "java.util.concurrent.Semaphore");

  private static final Set<String> MAY_BE_ANYTHING =
      Set.of("java.lang.Object", "java.lang.AutoCloseable", "java.lang.Iterable");

  private final Map<String, List<GuardRecord>> byFrame = new HashMap<>();

  /** Type names by class name. */
  private final Map<String, String> tracked = new HashMap<>();

  /** For each method with guards, the tallies whose stacks contain the method. */
  private final Map<String, List<TallyEntry>> openedBelow = new HashMap<>();

  GuardedFrames(List<GuardRecord> guards, Collection<TallyEntry> tallies) {
    for (GuardRecord guard : guards) {
      String key = key(method(guard), guard.line());
      byFrame.computeIfAbsent(key, frame -> new ArrayList<>()).add(guard);
      if (guard.fromCall()) {
        openedBelow.computeIfAbsent(method(guard), method -> new ArrayList<>());
      }
    }
    for (TallyEntry tally : tallies) {
      tracked.put(tally.type().className(), tally.type().name());
      addTo(openedBelow, tally);
    }
  }

  private static void addTo(Map<String, List<TallyEntry>> byMethod, TallyEntry tally) {
    for (Frame frame : byMethod.isEmpty() ? List.<Frame>of() : tally.stack()) {
      List<TallyEntry> below = byMethod.get(frame.className() + "." + frame.method());
      if (below != null && !below.contains(tally)) {
        below.add(tally);
      }
    }
  }

  private static String method(GuardRecord guard) {
    return guard.className() + "." + guard.method();
  }

  private static String key(String method, int line) {
    return method + ":" + line;
  }

  /** Stands for an unlimited number. */
  static final int ANY_NUMBER = Integer.MAX_VALUE;

  /** Interfaces whose close method may close any resource. */
  private static final Set<String> MAY_BE_CLOSED =
      Set.of("java.lang.AutoCloseable", "java.io.Closeable");

  /**
   * The maximum number of resources of a type that the cleanup of a frame may close, judged by the
   * types of the cleanup's variables and by the lines at which the method obtained their values.
   * The number is unlimited if the cleanup closes such resources in a loop. Otherwise it is one for
   * each variable of the resource's class. If there is no such variable, it is one for each
   * variable that may refer to a resource or to a wrapper of one.
   *
   * @param classes the class of the resource, and the classes of objects that close the resource
   *     when they are closed themselves
   * @param line the line at which the frame obtained the resource; negative if unknown
   */
  int mayClose(TypeEntry type, Set<String> classes, Frame frame, int line) {
    return mayClose(type, classes, frame, guard -> line < 0 || mayBeFrom(guard, type, line));
  }

  /**
   * Like the other overload, but for resources that the caller passed to the frame.
   *
   * @param all whether the caller may have passed all of its resources, so that a loop in the
   *     cleanup may close all of them
   */
  int mayClose(TypeEntry type, Set<String> classes, Frame frame, boolean all) {
    return mayClose(type, classes, frame, guard -> guard.each() ? all : !guard.made());
  }

  private int mayClose(
      TypeEntry type, Set<String> classes, Frame frame, Predicate<GuardRecord> mayHave) {
    int ofClass = 0;
    int others = 0;
    boolean any = false;
    boolean each = false;
    for (GuardRecord guard : guards(key(frame.className() + "." + frame.method(), frame.line()))) {
      if (guard.each()) {
        each |= closesEach(guard, classes) && mayHave.test(guard);
      } else if (mayKeep(guard, type) && mayHave.test(guard)) {
        any = true;
        ofClass += isOf(guard, classes) ? 1 : 0;
        others += isCollection(guard.type()) ? 0 : 1;
      }
    }
    if (!any) {
      return 0;
    }
    return each ? ANY_NUMBER : Math.max(1, ofClass > 0 ? ofClass : others);
  }

  /** Whether the cleanup of a frame uses or closes an object of one of the given classes. */
  boolean closes(Set<String> classes, Frame frame) {
    return guards(key(frame.className() + "." + frame.method(), frame.line())).stream()
        .anyMatch(guard -> isOf(guard, classes) && !guard.made());
  }

  /**
   * Whether the type is a collection, which can hold any number of resources. A cleanup without a
   * loop closes at most one of the resources in the collection.
   */
  private static boolean isCollection(@Nullable String type) {
    return type != null && type.startsWith("java.util.");
  }

  private static boolean closesEach(GuardRecord guard, Set<String> classes) {
    return isOf(guard, classes) || MAY_BE_CLOSED.contains(guard.type());
  }

  private static boolean isOf(GuardRecord guard, Set<String> classes) {
    return guard.type() != null && classes.contains(guard.type());
  }

  private boolean mayBeFrom(GuardRecord guard, TypeEntry type, int line) {
    LineRanges lines = guard.lines();
    return lines == null
        || lines.contains(line)
        || (guard.fromCall() && !opens(guard, lines, type));
  }

  /**
   * Whether calls on the given lines have ever opened a resource of the type, so that they return
   * new resources.
   */
  private boolean opens(GuardRecord guard, LineRanges lines, TypeEntry type) {
    String method = method(guard);
    return openedBelow.getOrDefault(method, List.of()).stream()
        .filter(tally -> tally.type().name().equals(type.name()))
        .flatMap(tally -> tally.stack().stream())
        .anyMatch(
            frame ->
                lines.contains(frame.line())
                    && method.equals(frame.className() + "." + frame.method()));
  }

  private boolean mayKeep(GuardRecord guard, TypeEntry type) {
    String declared = guard.type();
    if (declared == null || declared.equals(type.className())) {
      return true;
    }
    if (keepsNothing(declared)) {
      return false;
    }
    // An object of another tracked class is not such a resource, unless both classes have the same
    // type.
    String trackedAs = guard.ofClass() ? tracked.get(declared) : null;
    return trackedAs == null || trackedAs.equals(type.name());
  }

  private static boolean keepsNothing(String type) {
    return (type.startsWith("java.lang.") && !MAY_BE_ANYTHING.contains(type))
        || type.startsWith("java.util.concurrent.locks.")
        || type.startsWith("java.util.concurrent.atomic.")
        || KEEP_NOTHING.contains(type);
  }

  private List<GuardRecord> guards(String key) {
    return byFrame.getOrDefault(key, List.of());
  }
}
