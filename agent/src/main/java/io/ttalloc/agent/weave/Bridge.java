package io.ttalloc.agent.weave;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method that a class inherits, to be written into it as a call of the inherited one, so that it
 * can be woven there: the class that it is written in has no rule, and its other subclasses are
 * nobody's business.
 *
 * @param target what is called: the super class, or an interface of the class
 */
record Bridge(ClassMembers.Method method, String target, boolean targetIsInterface) {

  /** Adds bridges to a class file. */
  static byte[] add(byte[] classFile, List<Bridge> bridges) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visitEnd() {
            for (Bridge bridge : bridges) {
              bridge.write(cv);
            }
            super.visitEnd();
          }
        },
        0);
    return writer.toByteArray();
  }

  private void write(ClassVisitor into) {
    // Synthetic, but no bridge in the compiler's sense: those are not woven.
    int access =
        (method.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_VARARGS))
            | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code =
        into.visitMethod(
            access,
            method.name(),
            method.descriptor(),
            null,
            method.exceptions().toArray(new String[0]));
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    int local = 1;
    for (Type argument : Type.getArgumentTypes(method.descriptor())) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, target, method.name(), method.descriptor(), targetIsInterface);
    Type result = Type.getReturnType(method.descriptor());
    code.visitInsn(result.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(Math.max(local, result.getSize()), local);
    code.visitEnd();
  }
}
