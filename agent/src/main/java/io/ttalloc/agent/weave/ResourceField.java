package io.ttalloc.agent.weave;

import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Adds the field that leads from an object to its resource. It is private, transient and synthetic,
 * so that neither the computed serial version nor a mapper that uses reflection changes.
 */
final class ResourceField extends AsmVisitorWrapper.AbstractBase {
  /** The probe finds the field by this name. */
  static final String NAME = "$ttAllocResource";

  @Override
  public ClassVisitor wrap(
      TypeDescription instrumentedType,
      ClassVisitor classVisitor,
      Implementation.Context implementationContext,
      TypePool typePool,
      FieldList<FieldDescription.InDefinedShape> fields,
      MethodList<?> methods,
      int writerFlags,
      int readerFlags) {
    return new ClassVisitor(OpenedClassReader.ASM_API, classVisitor) {
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
    };
  }
}
