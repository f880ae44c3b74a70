package io.ttalloc.boot.build;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives the checks of {@code StackRoom} large frames, with as many local variables as the constants
 * of the class specify, so that calling one checks how much stack is left. An annotation that the
 * JVM respects in the boot loader prevents the methods of that class from being inlined.
 */
final class StackRoomFrames extends ClassVisitor {
  private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";

  /** The check methods, each with the name of the constant for its number of local variables. */
  private static final Map<String, String> CHECKS =
      Map.of("check", "LOCALS", "checkForTwo", "LOCALS_FOR_TWO");

  private final Map<String, Integer> constants = new HashMap<>();
  private final Set<String> missing = new TreeSet<>(CHECKS.keySet());

  StackRoomFrames(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public org.objectweb.asm.@Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    if (value instanceof Integer number) {
      constants.put(name, number);
    }
    return super.visitField(access, name, descriptor, signature, value);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || name.equals("<init>")) {
      return next;
    }
    next.visitAnnotation(DONT_INLINE, true).visitEnd();
    Integer locals = CHECKS.containsKey(name) ? constants.get(CHECKS.get(name)) : null;
    if (locals == null) {
      return next;
    }
    missing.remove(name);
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack, locals);
      }
    };
  }

  @Override
  public void visitEnd() {
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "StackRoom lacks %s or the constants, expected methods and constants %s"
              .formatted(missing, CHECKS));
    }
    super.visitEnd();
  }
}
