package io.ttalloc.agent.weave.classes;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
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
    Declared declared = new Declared(reader);
    reader.accept(declared, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return declared.found;
  }

  private static final class Declared extends ClassVisitor {
    private final String superName;
    private final boolean isInterface;
    private CloseCode found = NOT_DECLARED;

    Declared(ClassReader reader) {
      super(Opcodes.ASM9);
      superName = String.valueOf(reader.getSuperName());
      isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if (!name.equals(NAME) || !descriptor.equals(DESCRIPTOR)) {
        return null;
      }
      if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        found = (access & Opcodes.ACC_NATIVE) != 0 ? WORKS : WITHOUT_CODE;
        return null;
      }
      return new MethodCode() {
        @Override
        public void visitEnd() {
          found = effectOf(this);
        }
      };
    }

    private CloseCode effectOf(MethodCode code) {
      boolean callsSuper = false;
      for (int i = 0; i < code.size(); i++) {
        boolean overridden = callsOverridden(code.instruction(i));
        callsSuper |= overridden;
        if (!overridden && !hasNoEffect(code.instruction(i))) {
          return WORKS;
        }
      }
      return callsSuper ? CALLS_SUPER : EMPTY;
    }

    private boolean callsOverridden(MethodCode.Instruction instruction) {
      MethodCode.Called called = instruction.called();
      return called != null
          && instruction.opcode() == Opcodes.INVOKESPECIAL
          && called.name().equals(NAME)
          && called.descriptor().equals(DESCRIPTOR)
          && (isInterface || called.owner().equals(superName));
    }

    private static boolean hasNoEffect(MethodCode.Instruction instruction) {
      return switch (instruction.opcode()) {
        case Opcodes.RETURN, Opcodes.NOP -> true;
        case Opcodes.ALOAD -> instruction.variable() == 0; // this
        default -> false;
      };
    }
  }
}
