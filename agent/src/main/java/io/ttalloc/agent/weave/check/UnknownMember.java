package io.ttalloc.agent.weave.check;

import io.ttalloc.text.yaml.Position;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Thrown if a rule names a member that the class does not have or that does not fit. The message is
 * the line that is printed for the user.
 */
public final class UnknownMember extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownMember(Position position, String found, String expected) {
    this(position + ": " + found + " does not fit, expected " + expected);
  }

  private UnknownMember(String line) {
    super(line, null, false, false);
  }

  /** An exception for a member that exists, but has an unsuitable type. */
  public static UnknownMember ofType(
      Position position, String found, TypeDescription type, String expected) {
    String name = type.getActualName();
    String simple = name.startsWith("java.lang.") ? type.getSimpleName() : name;
    return new UnknownMember(
        position + ": " + found + " is of type " + simple + ", expected " + expected);
  }
}
