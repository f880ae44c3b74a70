package io.ttalloc.points;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** Finds out which fields are final: the order of accesses to them does not matter. Thread-safe. */
final class FinalFields {
  private static final Map<String, Set<String>> BY_CLASS = new ConcurrentHashMap<>();

  private FinalFields() {}

  /**
   * Whether a field is final in the class to which an instruction refers, or in a superclass of
   * that class.
   *
   * @param owner as in {@code io/ttalloc/probe/resource/Resource}
   */
  static boolean isFinal(String owner, String field) {
    return BY_CLASS.computeIfAbsent(owner, FinalFields::of).contains(field);
  }

  private static Set<String> of(String owner) {
    Set<String> found = new HashSet<>();
    try (InputStream in =
        FinalFields.class.getClassLoader().getResourceAsStream(owner + ".class")) {
      if (in == null) {
        return found;
      }
      ClassReader reader = new ClassReader(in);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
              if ((access & Opcodes.ACC_FINAL) != 0) {
                found.add(name);
              }
              return null;
            }
          },
          ClassReader.SKIP_CODE);
      String parent = reader.getSuperName();
      if (parent != null && parent.startsWith("io/ttalloc/")) {
        found.addAll(of(parent));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
