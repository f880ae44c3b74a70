package io.ttalloc.points;

import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes ledger files grow by holes instead of written zeros. Holes suffice here, since no disk
 * fills up, and they more than halve the duration of a run, which creates thousands of ledgers.
 */
final class SparseGrowth extends ClassVisitor {
  private static final String FILE = "io.ttalloc.ledger.mapped.SegmentedFile";

  private SparseGrowth(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /**
   * Returns a visitor that passes a class on. If the class is {@value #FILE}, the visitor replaces
   * the method that extends the file.
   */
  static ClassVisitor of(String name, ClassVisitor next) {
    return name.equals(FILE) ? new SparseGrowth(next) : next;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!name.equals("write") || !descriptor.equals("(J)V")) {
      return next;
    }
    next.visitCode();
    next.visitVarInsn(Opcodes.ALOAD, 0);
    next.visitVarInsn(Opcodes.LLOAD, 1);
    next.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        FILE.replace('.', '/'),
        "open",
        "(J)Ljava/io/RandomAccessFile;",
        false);
    next.visitVarInsn(Opcodes.LLOAD, 1);
    next.visitLdcInsn((long) SEGMENT_BYTES);
    next.visitInsn(Opcodes.LADD);
    next.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/io/RandomAccessFile", "setLength", "(J)V", false);
    next.visitInsn(Opcodes.RETURN);
    next.visitMaxs(0, 0);
    next.visitEnd();
    // The original instructions are dropped.
    return new MethodVisitor(Opcodes.ASM9) {};
  }
}
