package io.ttalloc.heap.report;

import java.util.List;

/**
 * A local variable of a running method of the application that refers to an open resource, directly
 * or by way of other objects; or one of a method of the JDK that such a method has called.
 *
 * @param thread the name of its thread; empty if the dump does not tell
 * @param frame the method as in a stack trace
 * @param types those of its object
 * @param field the field of its object by which the way begins; empty if the object is an array, a
 *     collection or the resource itself
 */
public record FrameVariable(String thread, String frame, ObjectTypes types, String field) {
  /**
   * A variable as a dump has it.
   *
   * @param types the class of its object and the superclasses of that, without Object
   */
  public FrameVariable(String thread, String frame, List<String> types, String field) {
    this(thread, frame, new ObjectTypes(types, false), field);
  }
}
