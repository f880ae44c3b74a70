package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.MethodPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The methods that a class file declares. Immutable. */
final class ClassMembers {
  /** One method. */
  record Method(int access, String name, String descriptor, List<String> exceptions) {
    /** Whether it is there to be woven. */
    boolean hasCode() {
      return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
    }
  }

  private final List<Method> methods = new ArrayList<>();
  private boolean serialVersion;

  private ClassMembers() {}

  static ClassMembers of(ClassReader reader) {
    ClassMembers members = new ClassMembers();
    reader.accept(
        members.new Visitor(),
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return members;
  }

  /** Those that a rule may mean. */
  List<Method> matching(MethodPattern pattern) {
    List<Method> found = new ArrayList<>(1);
    for (Method method : methods) {
      if (pattern.matches(method.name(), method.descriptor())) {
        found.add(method);
      }
    }
    return found;
  }

  boolean has(MethodPattern pattern) {
    return !matching(pattern).isEmpty();
  }

  /** Whether there is such a method that can be woven. */
  boolean hasCode(MethodPattern pattern) {
    for (Method method : matching(pattern)) {
      if (method.hasCode()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class says itself which version of it is serialized. */
  boolean hasSerialVersion() {
    return serialVersion;
  }

  /** What a person may have meant: names without those that a compiler made. */
  String names() {
    Set<String> sorted = new TreeSet<>();
    for (Method method : methods) {
      if (method.name().indexOf('$') < 0 && !method.name().equals("<clinit>")) {
        sorted.add(method.name());
      }
    }
    return String.join(", ", sorted);
  }

  private final class Visitor extends ClassVisitor {
    private Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      methods.add(
          new Method(
              access, name, descriptor, exceptions == null ? List.of() : List.of(exceptions)));
      return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      serialVersion |= name.equals("serialVersionUID");
      return null;
    }
  }
}
