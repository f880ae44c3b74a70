package io.ttalloc.boot.build;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives the checks of {@code StackRoom} large frames, so that calling one checks whether enough
 * stack is left. Constants of that class specify how many local variables each frame gets. An
 * annotation that the JVM respects for classes of the boot loader prevents these methods from being
 * inlined.
 */
final class StackRoomFrames extends ClassNode {
  private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";

  /** The check methods, each with the name of the constant for its number of local variables. */
  private static final Map<String, String> CHECKS =
      Map.of("check", "LOCALS", "checkForTwo", "LOCALS_FOR_TWO");

  private final ClassVisitor next;

  StackRoomFrames(ClassVisitor next) {
    super(Opcodes.ASM9);
    this.next = next;
  }

  @Override
  public void visitEnd() {
    Map<String, Object> constants = new HashMap<>();
    for (FieldNode field : fields) {
      constants.put(field.name, field.value);
    }
    Set<String> missing = new TreeSet<>(CHECKS.keySet());
    for (MethodNode method : methods) {
      if (!method.name.equals("<init>")) {
        method.visitAnnotation(DONT_INLINE, true).visitEnd();
      }
      String constant = CHECKS.get(method.name);
      if (constant != null && constants.get(constant) instanceof Integer locals) {
        method.maxLocals = locals;
        missing.remove(method.name);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "StackRoom lacks the methods %s or their constants, expected methods and constants %s"
              .formatted(missing, CHECKS));
    }
    accept(next);
  }
}
