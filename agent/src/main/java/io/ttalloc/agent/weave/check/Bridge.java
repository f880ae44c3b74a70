package io.ttalloc.agent.weave.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method that is added to a class and calls the inherited one, so that it can be woven there. The
 * declaring class itself must not be woven: no rule names it, and it may have other subclasses.
 *
 * @param target the class or interface on which the call is made: the super class, or an interface
 *     of the class
 * @param written the class file that declares the method; its annotations are copied, since
 *     frameworks look for them
 */
public record Bridge(
    ClassMembers.Method method, String target, boolean targetIsInterface, ClassReader written) {

  /**
   * Adds bridges to a class file.
   *
   * @param passedOn bridge methods written by the compiler; their bridge flag is cleared, since
   *     bridges are not woven
   */
  static byte[] add(byte[] classFile, List<Bridge> bridges, List<ClassMembers.Method> passedOn) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            int now = access;
            for (ClassMembers.Method method : passedOn) {
              if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
                now &= ~Opcodes.ACC_BRIDGE;
              }
            }
            return super.visitMethod(now, name, descriptor, signature, exceptions);
          }

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
    // Synthetic, but without the bridge flag, since methods with that are not woven.
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
    copyAnnotations(code);
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

  private void copyAnnotations(MethodVisitor into) {
    written.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            boolean isIt = name.equals(method.name()) && descriptor.equals(method.descriptor());
            return isIt ? new Annotations(into) : null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** Copies annotations and nothing else. */
  private static final class Annotations extends MethodVisitor {
    private final MethodVisitor into;

    Annotations(MethodVisitor into) {
      super(Opcodes.ASM9);
      this.into = into;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return into.visitAnnotation(descriptor, visible);
    }

    @Override
    public void visitAnnotableParameterCount(int count, boolean visible) {
      into.visitAnnotableParameterCount(count, visible);
    }

    @Override
    public AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      return into.visitParameterAnnotation(parameter, descriptor, visible);
    }
  }
}
