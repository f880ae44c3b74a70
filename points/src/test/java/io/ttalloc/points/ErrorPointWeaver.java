package io.ttalloc.points;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts a point at the entry of every method and before every instruction that allocates, calls the
 * JDK or changes shared state; also marks backward jumps.
 *
 * <p>There are no points in static initializers, since an error there makes the class unusable, nor
 * in constructors before the call to {@code this(...)} or {@code super(...)}. The point of a NEW
 * instruction follows the instruction, because stack map frames refer to the offset of the
 * instruction.
 */
final class ErrorPointWeaver extends MethodVisitor {
  private static final String POINTS = ErrorPoints.class.getName().replace('.', '/');

  /** Classes of the JDK whose methods are intrinsics and allocate nothing. */
  private static final Set<String> INTRINSIC =
      Set.of(
          "java/lang/Thread",
          "java/lang/System",
          "java/lang/Math",
          "java/lang/Object",
          "java/lang/invoke/VarHandle",
          "java/lang/ref/Reference",
          "java/nio/MappedByteBuffer",
          "java/nio/ByteBuffer",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicBoolean",
          "java/util/concurrent/atomic/AtomicIntegerArray",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicReference",
          "java/util/concurrent/atomic/AtomicReferenceArray");

  /** Other methods that are intrinsics and allocate nothing. */
  private static final Set<String> INTRINSIC_METHODS =
      Set.of(
          "java/lang/Class.isInstance",
          "java/lang/Integer.intValue",
          "java/lang/Long.longValue",
          "java/lang/String.charAt",
          "java/lang/String.equals",
          "java/lang/String.hashCode",
          "java/lang/String.isEmpty",
          "java/lang/String.length",
          "java/lang/String.startsWith",
          "java/util/ArrayList.size",
          "java/util/HashMap.size");

  private final String className;
  private final String method;
  private final Set<Label> passed = new HashSet<>();
  private int line;

  /**
   * Whether the code is in a constructor before the call to {@code this(...)} or {@code
   * super(...)}.
   */
  private boolean unborn;

  /** The number of NEW instructions whose constructor has not been called yet. */
  private int pendingNews;

  private ErrorPointWeaver(String className, String method, MethodVisitor next) {
    super(Opcodes.ASM9, next);
    this.className = className;
    this.method = method;
    this.unborn = method.equals("<init>");
  }

  static ClassVisitor of(String name, ClassVisitor next) {
    return new ClassVisitor(Opcodes.ASM9, next) {
      @Override
      public MethodVisitor visitMethod(
          int access, String method, String descriptor, String signature, String[] exceptions) {
        MethodVisitor plain = super.visitMethod(access, method, descriptor, signature, exceptions);
        return method.equals("<clinit>") ? plain : new ErrorPointWeaver(name, method, plain);
      }
    };
  }

  private void call(String callback, int kind) {
    super.visitLdcInsn(Sites.add(className, method, line, kind));
    super.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, callback, "(I)V", false);
  }

  private void before(int kind) {
    if (!unborn && kind != 0) {
      call("at", kind);
    }
  }

  @Override
  public void visitCode() {
    super.visitCode();
    call("at", Sites.ENTRY);
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = number;
    super.visitLineNumber(number, start);
  }

  @Override
  public void visitLabel(Label label) {
    passed.add(label);
    super.visitLabel(label);
  }

  @Override
  public void visitInsn(int opcode) {
    boolean stores = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    before(stores ? Sites.STORES : 0);
    super.visitInsn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    before(opcode == Opcodes.NEWARRAY ? Sites.ALLOCATES : 0);
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW) {
      super.visitTypeInsn(opcode, type);
      pendingNews++;
      before(Sites.ALLOCATES);
    } else {
      before(opcode == Opcodes.ANEWARRAY ? Sites.ALLOCATES : 0);
      super.visitTypeInsn(opcode, type);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    boolean stores = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    before(stores ? Sites.STORES : 0);
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean calls =
        owner.startsWith("java/")
            && !INTRINSIC.contains(owner)
            && !INTRINSIC_METHODS.contains(owner + "." + name);
    boolean stores = owner.endsWith("/VarHandle") || owner.endsWith("ByteBuffer");
    before((calls ? Sites.CALLS_JDK | Sites.ALLOCATES : 0) | (stores ? Sites.STORES : 0));
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
      if (unborn && pendingNews == 0) {
        unborn = false;
      } else {
        pendingNews--;
      }
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    if (passed.contains(label)) {
      call("loop", 0);
    }
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    before(Sites.ALLOCATES);
    super.visitMultiANewArrayInsn(descriptor, dimensions);
  }
}
