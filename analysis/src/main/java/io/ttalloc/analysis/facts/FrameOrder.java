package io.ttalloc.analysis.facts;

import static io.ttalloc.ledger.GuardLayout.GUARD_RESULTS;

import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.ObjectTypes;
import io.ttalloc.ledger.read.GuardEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds out which variable of a frame has an object of a heap dump, by the order: a dump lists the
 * objects of a frame by the numbers of the variables, and leaves out what is null or not needed any
 * more. Of all ways to give each object a variable of its type, in that order, those count that
 * leave the fewest variables in scope without one; a variable is possible that has the object in
 * any of these.
 */
final class FrameOrder {
  /** Less than any number, also if numbers are added. */
  private static final int IMPOSSIBLE = -1_000_000;

  private final List<List<GuardEntry>> slots;
  private final List<ObjectTypes> objects;
  private final boolean results;

  private FrameOrder(List<List<GuardEntry>> slots, List<ObjectTypes> objects, boolean results) {
    this.slots = slots;
    this.objects = objects;
    this.results = results;
  }

  /**
   * The possible variables of an object, all rows of each; for an intermediate result a row of
   * that. Empty if it is not known what the frame has, or if that does not agree with the dump, as
   * if other code ran than that of the class file.
   */
  static List<List<GuardEntry>> possible(List<GuardEntry> ofFrame, FrameVariable variable) {
    TreeMap<Integer, List<GuardEntry>> bySlot = new TreeMap<>();
    for (GuardEntry guard : ofFrame) {
      if (guard.slot() > 0) {
        bySlot.computeIfAbsent(guard.slot(), slot -> new ArrayList<>()).add(guard);
      }
    }
    List<GuardEntry> results = bySlot.remove(GUARD_RESULTS);
    List<List<GuardEntry>> slots = List.copyOf(bySlot.values());
    if (slots.isEmpty() || variable.position() < 0) {
      return List.of();
    }
    FrameOrder order = new FrameOrder(slots, variable.locals(), results != null);
    List<List<GuardEntry>> possible = order.slotsOf(variable.position());
    if (results != null && order.mayBeResult(variable.position())) {
      possible.add(results);
    }
    return possible;
  }

  private List<List<GuardEntry>> slotsOf(int object) {
    List<List<GuardEntry>> possible = new ArrayList<>();
    int[][] before = before();
    int[][] behind = behind();
    for (int slot = 0; slot < slots.size(); slot++) {
      int all = before[object][slot] + weight(slot) + behind[object + 1][slot + 1];
      if (fits(object, slot) && all >= 0 && all == behind[0][0]) {
        possible.add(slots.get(slot));
      }
    }
    return possible;
  }

  private boolean mayBeResult(int object) {
    int all = before()[object][slots.size()];
    return all >= 0 && all == behind()[0][0];
  }

  /** How many variables that are in scope can have the objects before one, in those before one. */
  private int[][] before() {
    int[][] most = new int[objects.size() + 1][slots.size() + 1];
    for (int object = 1; object <= objects.size(); object++) {
      most[object][0] = IMPOSSIBLE;
      for (int slot = 1; slot <= slots.size(); slot++) {
        int with = most[object - 1][slot - 1] + weight(slot - 1);
        most[object][slot] =
            Math.max(most[object][slot - 1], fits(object - 1, slot - 1) ? with : IMPOSSIBLE);
      }
    }
    return most;
  }

  /** The same for the objects from one on, of which the last may be intermediate results. */
  private int[][] behind() {
    int[][] most = new int[objects.size() + 1][slots.size() + 1];
    for (int object = objects.size() - 1; object >= 0; object--) {
      most[object][slots.size()] = results ? 0 : IMPOSSIBLE;
      for (int slot = slots.size() - 1; slot >= 0; slot--) {
        int with = most[object + 1][slot + 1] + weight(slot);
        most[object][slot] =
            Math.max(most[object][slot + 1], fits(object, slot) ? with : IMPOSSIBLE);
      }
    }
    return most;
  }

  /** What went out of scope has no type, and has an object only if nothing in scope does. */
  private int weight(int slot) {
    return slots.get(slot).stream().allMatch(guard -> guard.type() == null) ? 0 : 1;
  }

  private boolean fits(int object, int slot) {
    ObjectTypes types = objects.get(object);
    return slots.get(slot).stream().allMatch(guard -> mayBe(guard, types));
  }

  private static boolean mayBe(GuardEntry guard, ObjectTypes types) {
    String type = guard.type();
    if (type == null || type.equals("java.lang.Object") || types.names().isEmpty()) {
      return true;
    }
    if (type.endsWith("[]")) {
      return types.className().endsWith("[]");
    }
    return types.names().contains(type) || (!guard.ofClass() && !types.complete());
  }
}
