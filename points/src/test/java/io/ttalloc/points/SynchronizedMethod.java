package io.ttalloc.points;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces a synchronized method by one that announces the monitor to the scheduler and then calls
 * the original, which is renamed. The scheduler must know that a thread needs a monitor before the
 * thread waits for it.
 */
final class SynchronizedMethod {
  static final String SUFFIX = "$locked";

  private SynchronizedMethod() {}

  /** The access flags of the renamed original. */
  static int hidden(int access) {
    return (access & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL))
        | Opcodes.ACC_PRIVATE
        | Opcodes.ACC_SYNTHETIC;
  }

  /** Writes the replacement. */
  static void write(
      MethodVisitor mv, int access, String className, String method, String descriptor) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    String owner = className.replace('.', '/');
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    mv.visitCode();
    mv.visitTryCatchBlock(start, end, handler, null);
    monitor(mv, isStatic, owner);
    mv.visitLdcInsn(Sites.add(className, method, 0, Sites.STORES));
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, SharedAccessWeaver.POINTS, "lock", "(Ljava/lang/Object;I)V", false);
    mv.visitLabel(start);
    List<Object> locals = new ArrayList<>();
    int next = 0;
    if (!isStatic) {
      mv.visitVarInsn(Opcodes.ALOAD, next++);
      locals.add(owner);
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), next);
      next += type.getSize();
      locals.add(frameTypeOf(type));
    }
    mv.visitMethodInsn(
        isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
        owner,
        method + SUFFIX,
        descriptor,
        false);
    mv.visitLabel(end);
    unlock(mv, isStatic, owner);
    mv.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    mv.visitLabel(handler);
    mv.visitFrame(
        Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"});
    unlock(mv, isStatic, owner);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private static void monitor(MethodVisitor mv, boolean isStatic, String owner) {
    if (isStatic) {
      mv.visitLdcInsn(Type.getObjectType(owner));
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  private static void unlock(MethodVisitor mv, boolean isStatic, String owner) {
    monitor(mv, isStatic, owner);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, SharedAccessWeaver.POINTS, "unlock", "(Ljava/lang/Object;)V", false);
  }

  private static Object frameTypeOf(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.OBJECT, Type.ARRAY -> type.getInternalName();
      default -> Opcodes.INTEGER;
    };
  }
}
