package io.ttalloc.agent.weave.classes;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** The effect of the method {@code close()} of one class file. Immutable. */
public enum CloseCode {
  /** The class does not declare the method. */
  NOT_DECLARED,
  /** The method is declared without code: it is abstract. */
  WITHOUT_CODE,
  /** The method returns at once. */
  EMPTY,
  /** The method does nothing but call the method that it overrides. */
  CALLS_SUPER,
  /** The method does something. */
  WORKS;

  private static final String NAME = "close";
  private static final String DESCRIPTOR = "()V";

  /** Reads the method's instructions. */
  public static CloseCode of(ClassReader reader) {
    int flags = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    MethodCode code = MethodCode.of(reader, flags, NAME + DESCRIPTOR);
    if (code == null) {
      return NOT_DECLARED;
    }
    if (code.size() == 0) {
      return (code.access & Opcodes.ACC_NATIVE) != 0 ? WORKS : WITHOUT_CODE;
    }
    boolean callsSuper = false;
    for (int i = 0; i < code.size(); i++) {
      boolean overridden = callsOverridden(code.instruction(i), reader);
      callsSuper |= overridden;
      if (!overridden && !hasNoEffect(code.instruction(i))) {
        return WORKS;
      }
    }
    return callsSuper ? CALLS_SUPER : EMPTY;
  }

  private static boolean callsOverridden(MethodCode.Instruction instruction, ClassReader reader) {
    MethodCode.Called called = instruction.called();
    return called != null
        && instruction.opcode() == Opcodes.INVOKESPECIAL
        && called.name().equals(NAME)
        && called.descriptor().equals(DESCRIPTOR)
        && ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0
            || called.owner().equals(reader.getSuperName()));
  }

  private static boolean hasNoEffect(MethodCode.Instruction instruction) {
    return switch (instruction.opcode()) {
      case Opcodes.RETURN, Opcodes.NOP -> true;
      case Opcodes.ALOAD -> instruction.variable() == 0; // this
      default -> false;
    };
  }
}
