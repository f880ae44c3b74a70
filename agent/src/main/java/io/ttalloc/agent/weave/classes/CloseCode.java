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
      return new Body();
    }

    /** Visits every instruction, and decides at the end. */
    private final class Body extends OtherInstructions {
      private boolean callsSuper;

      @Override
      public void visitVarInsn(int opcode, int variable) {
        // Loading {@code this} has no effect by itself.
        other |= opcode != Opcodes.ALOAD || variable != 0;
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String callee, String calleeDescriptor, boolean ofInterface) {
        boolean overridden =
            opcode == Opcodes.INVOKESPECIAL
                && callee.equals(NAME)
                && calleeDescriptor.equals(DESCRIPTOR)
                && (isInterface || owner.equals(superName));
        callsSuper |= overridden;
        other |= !overridden;
      }

      @Override
      public void visitEnd() {
        found = other ? WORKS : callsSuper ? CALLS_SUPER : EMPTY;
      }
    }
  }
}
