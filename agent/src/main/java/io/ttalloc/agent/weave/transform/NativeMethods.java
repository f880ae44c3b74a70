package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.Bridge;
import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives native methods code that can be woven. The name of the native method gets a prefix, and a
 * new method with the original name calls it. The JVM, which knows the prefix, links the native
 * method to the function with the original name. Used only for methods whose resources a rule
 * identifies by a number, since the numbers that these methods return and accept are often known
 * only to native code.
 */
public final class NativeMethods {
  private NativeMethods() {}

  /**
   * The class file with code for the native methods that rules name. The class file is unchanged if
   * there are no such methods, or if adding methods would change the serialVersionUID of the class.
   */
  public static byte[] withCode(@Nullable ClassLoader loader, byte[] classFile, List<Rule> rules) {
    if (!Clauses.anyHasKeys(rules)) {
      return classFile;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassMembers members = ClassMembers.of(reader);
    List<ClassMembers.Method> named = named(members, rules);
    if (named.isEmpty() || (!members.hasSerialVersion() && isSerializable(loader, reader))) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Renaming(writer, reader.getClassName(), named), 0);
    return writer.toByteArray();
  }

  private static boolean isSerializable(@Nullable ClassLoader loader, ClassReader reader) {
    return SuperTypes.of(loader, reader).contains("java/io/Serializable");
  }

  private static List<ClassMembers.Method> named(ClassMembers members, List<Rule> rules) {
    List<ClassMembers.Method> found = new ArrayList<>(2);
    for (Rule rule : rules) {
      for (MethodPattern pattern : Clauses.byKey(rule)) {
        for (ClassMembers.Method method : members.matching(pattern)) {
          if ((method.access() & Opcodes.ACC_NATIVE) != 0 && !has(found, method)) {
            found.add(method);
          }
        }
      }
    }
    return found;
  }

  private static boolean has(List<ClassMembers.Method> found, ClassMembers.Method method) {
    for (ClassMembers.Method other : found) {
      if (other.isSameAs(method)) {
        return true;
      }
    }
    return false;
  }

  private static final class Renaming extends ClassVisitor {
    private final String owner;
    private final List<ClassMembers.Method> named;

    Renaming(ClassWriter writer, String owner, List<ClassMembers.Method> named) {
      super(Opcodes.ASM9, writer);
      this.owner = owner;
      this.named = named;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      for (ClassMembers.Method method : named) {
        if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
          int hidden =
              (access & (Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE))
                  | (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC);
          super.visitMethod(hidden, NativePrefix.PREFIX + name, descriptor, null, exceptions)
              .visitEnd();
          // Annotations of the native method are moved to the method with code.
          return new Calling(
              super.visitMethod(
                  access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions),
              owner,
              method);
        }
      }
      return super.visitMethod(access, name, descriptor, signature, exceptions);
    }
  }

  /** Gives code to a method that was native and therefore has none. */
  private static final class Calling extends MethodVisitor {
    private final String owner;
    private final ClassMembers.Method method;

    Calling(MethodVisitor into, String owner, ClassMembers.Method method) {
      super(Opcodes.ASM9, into);
      this.owner = owner;
      this.method = method;
    }

    @Override
    public void visitEnd() {
      mv.visitCode();
      Bridge.writeCall(mv, method, owner, NativePrefix.PREFIX + method.name(), false);
      super.visitEnd();
    }
  }
}
