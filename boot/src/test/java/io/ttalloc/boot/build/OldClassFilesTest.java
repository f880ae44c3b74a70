package io.ttalloc.boot.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

class OldClassFilesTest {
  private static final String BASE = "old/Base";

  @Test
  void anOldClassBecomesOneOfJava8ThatVerifiesAndDoesTheSame() throws Exception {
    Map<String, byte[]> old = classes("old/Two");

    Map<String, byte[]> renewed = OldClassFiles.renewed(old);

    assertThat(renewed.values())
        .allSatisfy(file -> assertThat(version(file)).isEqualTo(Opcodes.V1_8));
    Class<?> one = new Defining(renewed).loadClass("old.One");
    // The branches that produce a One and a Two are joined here, so a frame is needed.
    Object chosen = one.getMethod("choose", boolean.class).invoke(null, false);
    assertThat(chosen.getClass().getName()).isEqualTo("old.Two");
    assertThat(chosen.getClass().getSuperclass().getName()).isEqualTo("old.Base");
  }

  @Test
  void aNewClassFileIsNotTouched() throws Exception {
    byte[] file;
    try (InputStream in = OldClassFilesTest.class.getResourceAsStream("OldClassFilesTest.class")) {
      file = in.readAllBytes();
    }

    assertThat(OldClassFiles.renewed(Map.of("C", file)).get("C")).isSameAs(file);
  }

  @Test
  void aClassThatIsNowhereIsNamed() {
    Map<String, byte[]> old = classes("old/Gone");

    assertThatThrownBy(() -> OldClassFiles.renewed(old))
        .hasMessage("old/Gone is neither in the jar nor in the JDK");
  }

  /**
   * The classes Base, One and Two. One has a method with the return type Base that returns either a
   * One or an instance of {@code other}.
   */
  private static Map<String, byte[]> classes(String other) {
    Map<String, byte[]> classes = new TreeMap<>();
    classes.put(BASE, end(begin(BASE, "java/lang/Object")));
    classes.put("old/Two", end(begin("old/Two", BASE)));
    ClassWriter one = begin("old/One", BASE);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor code = one.visitMethod(access, "choose", "(Z)Lold/Base;", null, null);
    Label second = new Label();
    Label both = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFEQ, second);
    make(code, "old/One");
    code.visitJumpInsn(Opcodes.GOTO, both);
    code.visitLabel(second);
    make(code, other);
    code.visitLabel(both);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    classes.put("old/One", end(one));
    return classes;
  }

  private static ClassWriter begin(String name, String above) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, above, new String[0]);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    return writer;
  }

  private static void make(MethodVisitor code, String type) {
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, type, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE), false);
  }

  private static byte[] end(ClassWriter writer) {
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static int version(byte[] file) {
    return new ClassReader(file).readUnsignedShort(6);
  }

  private static final class Defining extends ClassLoader {
    private final Map<String, byte[]> files;

    Defining(Map<String, byte[]> files) {
      super(OldClassFilesTest.class.getClassLoader());
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] file = files.get(name.replace('.', '/'));
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, file, 0, file.length);
    }
  }
}
