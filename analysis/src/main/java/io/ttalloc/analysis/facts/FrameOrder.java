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
 * more. Of all ways to give each object a variable of its type, in that order, those variables are
 * possible that have the object in any of them.
 */
final class FrameOrder {
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
    for (int slot = 0; slot < slots.size(); slot++) {
      if (fits(object, slot) && fitBefore(object, slot) && fitBehind(object + 1, slot + 1)) {
        possible.add(slots.get(slot));
      }
    }
    return possible;
  }

  private boolean mayBeResult(int object) {
    return fitBefore(object, slots.size());
  }

  /** Whether the objects before one fit variables before one; each takes the first that it can. */
  private boolean fitBefore(int object, int slot) {
    int next = 0;
    for (int at = 0; at < object; at++) {
      while (next < slot && !fits(at, next)) {
        next++;
      }
      if (next++ >= slot) {
        return results && slot == slots.size();
      }
    }
    return true;
  }

  /** Whether the objects from one on fit variables from one on, or are intermediate results. */
  private boolean fitBehind(int object, int slot) {
    int next = slot;
    for (int at = object; at < objects.size(); at++) {
      while (next < slots.size() && !fits(at, next)) {
        next++;
      }
      if (next++ >= slots.size()) {
        return results;
      }
    }
    return true;
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
