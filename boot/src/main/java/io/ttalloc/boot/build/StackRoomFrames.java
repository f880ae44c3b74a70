package io.ttalloc.boot.build;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives {@code StackRoom.check} a large frame, of as many local variables as the class says, so
 * that calling it checks how much stack is left. An annotation that the JVM respects in the boot
 * loader keeps the methods of that class from being inlined.
 */
final class StackRoomFrames extends ClassVisitor {
  private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";
  private static final String LOCALS = "LOCALS";
  private static final String CHECK = "check";

  private int locals;
  private boolean checked;

  StackRoomFrames(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public org.objectweb.asm.@Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    if (name.equals(LOCALS) && value instanceof Integer number) {
      locals = number;
    }
    return super.visitField(access, name, descriptor, signature, value);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || name.equals("<init>")) {
      return next;
    }
    next.visitAnnotation(DONT_INLINE, true).visitEnd();
    if (!name.equals(CHECK)) {
      return next;
    }
    checked = true;
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack, locals);
      }
    };
  }

  @Override
  public void visitEnd() {
    if (!checked || locals == 0) {
      throw new IllegalStateException(
          "StackRoom has no method '" + CHECK + "' or no constant '" + LOCALS + "', expected both");
    }
    super.visitEnd();
  }
}
