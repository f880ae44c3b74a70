package io.ttalloc.boot.build;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;

/**
 * Upgrades class files of Java 5 and earlier to Java 8, with stack map frames. The JVM does not
 * include older class files in a class data archive ({@code -XX:ArchiveClassesAtExit}).
 */
final class OldClassFiles {
  /** The first version that can be archived. */
  private static final int ARCHIVED_SINCE = Opcodes.V1_6;

  private static final String OBJECT = "java/lang/Object";

  /** Class files by internal name. */
  private final Map<String, byte[]> classes;

  private OldClassFiles(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /**
   * Upgrades classes. Returns them in the same order; for a class that needs no upgrade, returns
   * the same array.
   *
   * @param classes class files, by internal name
   */
  static Map<String, byte[]> renewed(Map<String, byte[]> classes) {
    OldClassFiles files = new OldClassFiles(classes);
    Map<String, byte[]> renewed = new LinkedHashMap<>();
    classes.forEach((name, file) -> renewed.put(name, files.renewed(file)));
    return renewed;
  }

  private byte[] renewed(byte[] file) {
    ClassReader reader = new ClassReader(file);
    if (reader.readUnsignedShort(6) >= ARCHIVED_SINCE) {
      return file;
    }
    ClassWriter writer = new Framing();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              @Nullable String signature,
              String superName,
              String[] interfaces) {
            super.visit(Opcodes.V1_8, access, name, signature, superName, interfaces);
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
            return new JSRInlinerAdapter(next, access, name, type, signature, exceptions);
          }
        },
        ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  /**
   * Computes stack map frames. For classes that are not in the jar, uses the classes of this JVM.
   */
  private final class Framing extends ClassWriter {
    Framing() {
      super(COMPUTE_FRAMES);
    }

    @Override
    protected String getCommonSuperClass(String one, String other) {
      Set<String> above = new HashSet<>();
      for (String each = one; each != null; each = superclass(each)) {
        above.add(each);
      }
      String common = other;
      while (common != null && !above.contains(common)) {
        common = superclass(common);
      }
      return common == null ? OBJECT : common;
    }

    /**
     * The superclass; null for {@code Object}. For an interface, {@code Object}, as the verifier
     * requires.
     */
    private @Nullable String superclass(String name) {
      byte[] file = classes.get(name);
      if (file != null) {
        return new ClassReader(file).getSuperName();
      }
      try {
        Class<?> above =
            Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader())
                .getSuperclass();
        return above == null
            ? (name.equals(OBJECT) ? null : OBJECT)
            : above.getName().replace('.', '/');
      } catch (ClassNotFoundException e) {
        throw new IllegalArgumentException(name + " is neither in the jar nor in the JDK", e);
      }
    }
  }
}
