package io.ttalloc.heap.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A local variable of a running method of the application that refers to an open resource, directly
 * or by way of other objects; or one of a method of the JDK that such a method has called.
 *
 * @param thread the name of its thread; empty if the dump does not tell
 * @param frame the method as in a stack trace
 * @param types those of its object
 * @param field the field of its object by which the way begins; empty if the object is an array, a
 *     collection or the resource itself
 * @param position which of the frame's variables it is, from 0; -1 if that is unknown
 * @param locals the types of all objects of the frame, in the order of the dump: variables by their
 *     numbers in the class file, without those that are null or not needed any more, and then
 *     intermediate results; empty if they are unknown
 */
public record FrameVariable(
    String thread,
    String frame,
    ObjectTypes types,
    String field,
    int position,
    List<ObjectTypes> locals) {
  public FrameVariable {
    locals = List.copyOf(locals);
  }

  /**
   * A variable as a dump has it.
   *
   * @param types the class of its object and the superclasses of that, without Object
   */
  public FrameVariable(String thread, String frame, List<String> types, String field) {
    this(thread, frame, new ObjectTypes(types, false), field);
  }

  /** A variable of a frame of which nothing else is known. */
  public FrameVariable(String thread, String frame, ObjectTypes types, String field) {
    this(thread, frame, types, field, -1, List.of());
  }

  /** The same variable, with what else is known of the types of objects. */
  FrameVariable withTypes(UnaryOperator<ObjectTypes> completed) {
    List<ObjectTypes> known = new ArrayList<>();
    locals.forEach(types -> known.add(completed.apply(types)));
    return new FrameVariable(thread, frame, completed.apply(types), field, position, known);
  }
}
