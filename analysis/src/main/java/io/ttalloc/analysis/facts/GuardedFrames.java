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
 * The frames that stood inside try statements when the process ended, and what the cleanup of these
 * statements uses. Such a frame would still have closed that, had the process not ended. Immutable.
 */
public final class GuardedFrames {
  /** Types of the platform that cleanups use and that keep no resources. */
  private static final Set<String> KEEP_NOTHING =
      Set.of(
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.CyclicBarrier",
          "java.util.concurrent.Phaser",
          "java.util.concurrent.Semaphore");

  private static final Set<String> MAY_BE_ANYTHING =
      Set.of("java.lang.Object", "java.lang.AutoCloseable", "java.lang.Iterable");

  private final Map<String, List<GuardRecord>> byFrame = new HashMap<>();

  /** The names of types by their classes. */
  private final Map<String, String> tracked = new HashMap<>();

  /** The tallies that opened anything below a frame of a method, by the method. */
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

  /** Any number. */
  static final int ANY_NUMBER = Integer.MAX_VALUE;

  /** Interfaces whose method close may close any resource. */
  private static final Set<String> MAY_BE_CLOSED =
      Set.of("java.lang.AutoCloseable", "java.io.Closeable");

  /**
   * How many resources of a type the cleanup of a frame may close, as far as their types and the
   * lines at which the method got what is closed show: any number if it closes such resources in a
   * loop; else one for each variable of the class of the resource; without any, for each that may
   * refer to one or wrap one.
   *
   * @param classes the class of the resource, and those of objects that close it with themselves
   * @param line where the frame was when it got the resource; negative if unknown
   */
  int mayClose(TypeEntry type, Set<String> classes, Frame frame, int line) {
    return mayClose(type, classes, frame, guard -> line < 0 || mayBeFrom(guard, type, line));
  }

  /**
   * The same for resources that the caller handed to the frame.
   *
   * @param all whether it may have been handed all of them, so that a loop may close all
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

  /** Whether the cleanup of a frame uses or closes what is of one of some classes. */
  boolean closes(Set<String> classes, Frame frame) {
    return guards(key(frame.className() + "." + frame.method(), frame.line())).stream()
        .anyMatch(guard -> isOf(guard, classes) && !guard.made());
  }

  /** Whether it may have any number; without a loop, the cleanup closes at most one of them. */
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

  /** Whether the calls in some lines have ever opened such a resource, and so return new ones. */
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
    // Another class that is tracked is no such resource, unless one rule names both.
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
