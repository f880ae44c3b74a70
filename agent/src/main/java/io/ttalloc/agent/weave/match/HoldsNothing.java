package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.weave.classes.CloseCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Recognizes AutoCloseable classes whose objects need not be closed, because they hold nothing that
 * a close would free. {@code docs/rules.md} lists them for users.
 */
final class HoldsNothing {
  /**
   * Classes whose objects exist only in memory. Their subtypes hold nothing either, unless they
   * override close with a method that does something.
   */
  private static final Set<String> IN_MEMORY =
      Set.of(
          "java/io/ByteArrayInputStream",
          "java/io/ByteArrayOutputStream",
          "java/io/CharArrayReader",
          "java/io/CharArrayWriter",
          "java/io/StringBufferInputStream",
          "java/io/StringReader",
          "java/io/StringWriter");

  /**
   * Types that hold nothing, including all their subtypes. A {@code java.util.stream} stream and a
   * scanner hold only their source, an executor is ended by shutdown, and enums live as long as
   * their class.
   */
  private static final Set<String> BY_NATURE =
      Set.of(
          "java/lang/Enum",
          "java/util/Scanner",
          "java/util/concurrent/ExecutorService",
          "java/util/stream/BaseStream");

  private static final int MAX_DEPTH = 100;

  private HoldsNothing() {}

  /**
   * Whether a class holds nothing that a close would free.
   *
   * @param ancestors the internal names of all its supertypes
   */
  static boolean holds(@Nullable ClassLoader loader, ClassReader of, Set<String> ancestors) {
    if (IN_MEMORY.contains(of.getClassName()) || BY_NATURE.contains(of.getClassName())) {
      return true;
    }
    for (String ancestor : ancestors) {
      if (BY_NATURE.contains(ancestor)) {
        return true;
      }
    }
    return isIdle(loader, of, ancestors);
  }

  /**
   * Whether the close method of the class's objects does nothing, as far as its code can be read.
   */
  private static boolean isIdle(
      @Nullable ClassLoader loader, ClassReader of, Set<String> ancestors) {
    ClassReader type = of;
    for (int depth = 0; type != null && depth < MAX_DEPTH; depth++) {
      if (IN_MEMORY.contains(type.getClassName())) {
        return true;
      }
      switch (CloseCode.of(type)) {
        case EMPTY -> {
          return true;
        }
        case WORKS, WITHOUT_CODE -> {
          return false;
        }
        default -> type = superClass(loader, type);
      }
    }
    return isIdleByDefault(loader, ancestors);
  }

  private static @Nullable ClassReader superClass(@Nullable ClassLoader loader, ClassReader type) {
    String name = type.getSuperName();
    return name == null || name.equals("java/lang/Object") ? null : SuperTypes.read(loader, name);
  }

  /** Whether there are default close methods, and none of them does anything. */
  private static boolean isIdleByDefault(@Nullable ClassLoader loader, Set<String> ancestors) {
    boolean idle = false;
    for (String ancestor : ancestors) {
      ClassReader type = SuperTypes.read(loader, ancestor);
      if (type != null && (type.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
        CloseCode code = CloseCode.of(type);
        if (code == CloseCode.WORKS) {
          return false;
        }
        idle |= code == CloseCode.EMPTY;
      }
    }
    return idle;
  }
}
