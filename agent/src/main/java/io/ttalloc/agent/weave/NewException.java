package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.AdviceArguments;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The instructions that make an exception. They end with a cast to Throwable: otherwise the JVM
 * would load the class of the exception to verify the woven one, before any call fails.
 */
final class NewException extends StackManipulation.AbstractBase {
  private final AdviceArguments.Made made;

  NewException(AdviceArguments.Made made) {
    this.made = made;
  }

  @Override
  public Size apply(MethodVisitor code, Implementation.Context context) {
    String name = made.className().replace('.', '/');
    String message = made.message();
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    if (message != null) {
      code.visitLdcInsn(message);
    }
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL,
        name,
        "<init>",
        message == null ? ThrownClasses.WITHOUT_MESSAGE : ThrownClasses.WITH_MESSAGE,
        false);
    code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Throwable");
    return new Size(1, 3);
  }
}
