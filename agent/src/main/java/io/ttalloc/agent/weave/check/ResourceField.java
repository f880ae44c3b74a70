package io.ttalloc.agent.weave.check;

import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Adds the field that refers from an object to its resource. It is private, transient and
 * synthetic, so that neither the computed serial version nor the result of a mapper that uses
 * reflection changes.
 */
public final class ResourceField extends ClassVisitor {
  /** The name by which the probe finds the field. */
  public static final String NAME = "$ttAllocResource";

  public ResourceField(ClassVisitor next) {
    super(OpenedClassReader.ASM_API, next);
  }

  @Override
  public void visitEnd() {
    super.visitField(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC,
            NAME,
            "Ljava/lang/Object;",
            null,
            null)
        .visitEnd();
    super.visitEnd();
  }
}
