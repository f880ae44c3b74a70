package io.ttalloc.agent.weave.transform;

import net.bytebuddy.description.type.TypeDescription;

/** The type that a clause expects of a value. Reads class files; loads no class. */
final class WantedType {
  private WantedType() {}

  /**
   * Whether a value of one type may have the wanted type. If a number or a boolean is wanted, an
   * object must be an instance of a wrapper class. Whether an object that is declared as {@code
   * Object} or {@code Number} is one is known only when the object is read.
   */
  static boolean mayBe(TypeDescription wanted, TypeDescription type) {
    if (!wanted.isPrimitive() || type.isPrimitive() || type.asUnboxed().isPrimitive()) {
      return true; // whether it can be converted is already known
    }
    return wanted.asBoxed().isAssignableTo(type);
  }

  /** The expected type, for messages. */
  static String inWords(TypeDescription wanted) {
    if (wanted.represents(long.class)) {
      return "a number (long, int, short, byte, char, or a wrapper class such as Long)";
    }
    if (wanted.represents(int.class)) {
      return "a number no wider than int (int, short, byte, char, or a wrapper class such as"
          + " Integer)";
    }
    return wanted.represents(boolean.class)
        ? "true or false (boolean or Boolean)"
        : "a value of type " + wanted.getName();
  }
}
