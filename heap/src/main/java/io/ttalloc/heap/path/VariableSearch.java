package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapClass.NamedField;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.heap.dump.HeapRoot;
import io.ttalloc.heap.dump.ReferenceGraph;
import io.ttalloc.heap.dump.References;
import io.ttalloc.heap.dump.Roots;
import io.ttalloc.heap.report.FrameVariable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds for each resource all local variables of running methods that refer to it, directly or by
 * way of other objects. A path from a root names only one of them. Those of the JDK's methods are
 * left out, except of those that the application has called on the resource itself.
 *
 * <p>Searches only among objects that nothing else keeps; these are few, as a rule. Takes {@link
 * #MOST_STEPS} steps at most: what is beyond has no variables.
 */
final class VariableSearch {
  private static final long MOST_STEPS = 20_000_000;
  private static final int MOST_VARIABLES = 10_000;

  private static final String THREAD = "java.lang.Thread";
  private static final String LOCKS = "java.util.concurrent.locks.";

  /** So many variables of one resource are told. */
  private static final int MOST_OF_ONE = 64;

  private final HeapDump heap;
  private final Roots roots;
  private final References references;
  private final ReferenceGraph graph;
  private final IntPredicate lasts;
  private final List<List<Integer>> variablesOf = new ArrayList<>();
  private final Map<Integer, List<Integer>> resourcesAt = new HashMap<>();
  private final FrameLocals locals;
  private final List<FrameVariable> found = new ArrayList<>();

  /** The variable of each frame is found once, however many resources it refers to. */
  private final Map<FrameVariable, Integer> numbers = new HashMap<>();

  private final BitSet seen = new BitSet();
  private long steps;

  /** A root that is a variable, and its number. */
  private record Variable(int number, HeapRoot root) {}

  /**
   * A search.
   *
   * @param lasts whether something else than running methods keeps an object
   */
  VariableSearch(HeapDump heap, IntPredicate lasts, List<TrackedObject> tracked) {
    this.heap = heap;
    this.roots = heap.roots();
    this.references = heap.references();
    this.graph = heap.graph();
    this.lasts = lasts;
    this.locals = new FrameLocals(heap);
    for (int i = 0; i < tracked.size(); i++) {
      variablesOf.add(new ArrayList<>());
      int object = tracked.get(i).object();
      if (!lasts.test(object)) {
        resourcesAt.computeIfAbsent(object, key -> new ArrayList<>()).add(i);
      }
    }
  }

  /** Searches, once. */
  void search() {
    if (resourcesAt.isEmpty()) {
      return;
    }
    Map<Integer, List<Variable>> byObject = new LinkedHashMap<>();
    for (int i = 0; i < roots.size(); i++) {
      int object = roots.object(i);
      locals.add(i);
      if (roots.kind(i) == HeapRoot.Kind.JAVA_LOCAL && object >= 0 && !lasts.test(object)) {
        HeapRoot root = roots.describe(i);
        if (isOfApplication(root.frame())) {
          byObject.computeIfAbsent(object, key -> new ArrayList<>()).add(new Variable(i, root));
        } else if (resourcesAt.containsKey(object) && isCalledByApplication(i)) {
          add(resourcesAt.get(object), List.of(new Variable(i, root)), "");
        }
      }
    }
    byObject.forEach(this::searchFrom);
  }

  private static boolean isOfApplication(String frame) {
    return !frame.isEmpty() && !SearchRoots.isOfJdk(frame) && !HeapClass.isWatcher(frame);
  }

  /** Whether a method of the JDK works for one of the application, as one of an executor may. */
  private boolean isCalledByApplication(int root) {
    return !HeapClass.isWatcher(roots.describe(root).frame())
        && roots.callers(root).stream().anyMatch(VariableSearch::isOfApplication);
  }

  /** The indexes of the variables that refer to a resource. */
  List<Integer> of(int resource) {
    return variablesOf.get(resource);
  }

  /** All variables that refer to any resource. */
  List<FrameVariable> found() {
    return found;
  }

  private void searchFrom(int object, List<Variable> variables) {
    HeapClass type = heap.isInstance(object) ? heap.classOf(object) : null;
    seen.clear();
    seen.set(object);
    add(resourcesAt.get(object), variables, "");
    if (type == null || CollectionLayout.of(type) != null) {
      searchFrom(object, variables, "");
      return;
    }
    // Each field by itself, since a method may use just one of them.
    Map<String, List<Integer>> targets = new LinkedHashMap<>();
    references.visit(
        object,
        (target, which) -> {
          NamedField field = references.field(object, which);
          if (field != null && !lasts.test(target)) {
            targets.computeIfAbsent(field.name(), key -> new ArrayList<>()).add(target);
          }
        });
    targets.forEach(
        (field, of) -> {
          seen.clear();
          seen.set(object);
          for (int target : of) {
            if (!seen.get(target)) {
              seen.set(target);
              add(resourcesAt.get(target), variables, field);
              searchFrom(target, variables, field);
            }
          }
        });
  }

  /** Searches breadth-first, on this side of everything that lasts. */
  private void searchFrom(int start, List<Variable> variables, String field) {
    IntQueue queue = new IntQueue();
    queue.add(start);
    while (!queue.isEmpty() && steps < MOST_STEPS) {
      int object = queue.remove();
      steps++;
      for (int reference = graph.first(object); reference < graph.end(object); reference++) {
        int target = graph.target(reference);
        if (!seen.get(target) && !lasts.test(target) && !isOwnerOfLock(object, target)) {
          seen.set(target);
          queue.add(target);
          add(resourcesAt.get(target), variables, field);
        }
      }
    }
  }

  /**
   * Whether a lock refers to a thread: which one has it or waits for it is no part of what uses the
   * lock, as a socket does that a thread is reading.
   */
  private boolean isOwnerOfLock(int lock, int thread) {
    HeapClass to = heap.isInstance(thread) ? heap.classOf(thread) : null;
    HeapClass from = to != null && to.is(THREAD) ? heap.classOf(lock) : null;
    return from != null && from.name().startsWith(LOCKS);
  }

  private void add(@Nullable List<Integer> resources, List<Variable> variables, String field) {
    if (resources == null) {
      return;
    }
    for (Variable each : variables) {
      FrameVariable variable =
          locals.variable(each.number, each.root.thread(), each.root.frame(), field);
      Integer number = numbers.get(variable);
      if (number == null && found.size() < MOST_VARIABLES) {
        number = found.size();
        numbers.put(variable, number);
        found.add(variable);
      }
      for (int resource : resources) {
        List<Integer> known = variablesOf.get(resource);
        if (number != null && known.size() < MOST_OF_ONE && !known.contains(number)) {
          known.add(number);
        }
      }
    }
  }
}
