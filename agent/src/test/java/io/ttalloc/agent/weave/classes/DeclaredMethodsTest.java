package io.ttalloc.agent.weave.classes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class DeclaredMethodsTest {
  /** Classes with and without try statements, interfaces, and many kinds of constants. */
  private static final List<String> NAMES =
      List.of(
          "java/lang/Object",
          "java/io/FileInputStream",
          "java/lang/String",
          "java/lang/invoke/MethodHandles",
          "java/util/Map$Entry",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/stream/ReferencePipeline",
          "java/nio/file/Files");

  @Test
  void areThoseThatAsmReads() {
    for (String name : NAMES) {
      byte[] file = requireNonNull(ClassFiles.read(null, name));

      assertThat(DeclaredMethods.of(file)).as(name).isEqualTo(byAsm(file));
    }
  }

  private static List<DeclaredMethods.Method> byAsm(byte[] file) {
    List<DeclaredMethods.Method> methods = new ArrayList<>();
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
              private boolean handles;

              @Override
              public void visitTryCatchBlock(
                  Label start, Label end, Label handler, @Nullable String type) {
                handles = true;
              }

              @Override
              public void visitEnd() {
                int flags = access & ~Opcodes.ACC_DEPRECATED; // a flag that only ASM uses
                methods.add(new DeclaredMethods.Method(flags, name, descriptor, handles));
              }
            };
          }
        };
    AnyVersion.reader(file).accept(visitor, ClassReader.SKIP_FRAMES);
    return methods;
  }

  @Test
  void whatIsNoClassFileIsRefused() {
    assertThatThrownBy(() -> DeclaredMethods.of(new byte[100]))
        .isInstanceOf(RuntimeException.class);
  }
}
