package io.ttalloc.heap.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a heap dump tells about the open resources. Immutable.
 *
 * @param takenMillis when the dump was begun, in milliseconds since the epoch
 * @param clockBaseNanos the clock base of the ledger that the process wrote, which no other process
 *     has; 0 if the dump does not tell
 * @param objects how many objects the dump has, with its classes
 * @param resources in the order of their slots
 * @param variables the local variables that refer to any of them, which name these by their index
 */
public record HeapReport(
    long takenMillis,
    long clockBaseNanos,
    long objects,
    List<HeldResource> resources,
    List<FrameVariable> variables) {
  public HeapReport {
    resources = List.copyOf(resources);
    variables = List.copyOf(variables);
  }

  /** The same report, with what else is known of the types of objects. */
  public HeapReport withTypes(UnaryOperator<ObjectTypes> completed) {
    List<FrameVariable> known = new ArrayList<>();
    for (FrameVariable of : variables) {
      known.add(of.withTypes(completed));
    }
    return new HeapReport(takenMillis, clockBaseNanos, objects, resources, known);
  }

  /** A report without local variables. */
  public HeapReport(
      long takenMillis, long clockBaseNanos, long objects, List<HeldResource> resources) {
    this(takenMillis, clockBaseNanos, objects, resources, List.of());
  }
}
