package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.ThrownClass;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Finds how woven methods make the exceptions that rules name, and tells of those that they cannot
 * make, each once. Reads class files; no class is loaded. Thread-safe.
 */
final class ThrownClasses {
  /** The descriptor of the constructor that is preferred. */
  static final String WITH_MESSAGE = "(Ljava/lang/String;)V";

  /** That of the one that is taken otherwise. */
  static final String WITHOUT_MESSAGE = "()V";

  private static final String THROWABLE = "java/lang/Throwable";
  private static final int MOST_TOLD = 1_000;

  /** A class that is its own super class would have no end. */
  private static final int MOST_SUPER_CLASSES = 1_000;

  /** Guarded by itself. */
  private final Set<String> told = new HashSet<>();

  /**
   * The descriptor of the constructor by which a method can make an exception; null if it cannot,
   * which has been told.
   *
   * @param loader of the class that has the method
   */
  @Nullable String constructor(
      @Nullable ClassLoader loader, String className, String method, ThrownClass exception) {
    ClassReader reader = SuperTypes.read(loader, exception.name().replace('.', '/'));
    String problem = problem(loader, className, reader);
    String found = reader == null || problem != null ? null : constructor(className, reader);
    if (found == null) {
      String why = problem == null ? noConstructor(reader) : problem;
      tellOnce(
          exception.position()
              + ": '"
              + exception
              + "' for 'exception' of "
              + className
              + "."
              + method
              + " ("
              + why
              + "), expected a class that can be used there, extends Throwable, is not abstract and"
              + " has a constructor with a String or without parameters; "
              + className
              + "."
              + method
              + " is not made to fail");
    }
    return found;
  }

  /** Why no constructor can be of use; null if one may. */
  private static @Nullable String problem(
      @Nullable ClassLoader loader, String from, @Nullable ClassReader exception) {
    if (exception == null) {
      return "there is no such class";
    }
    if (!exception.getClassName().equals(THROWABLE)
        && !SuperTypes.of(loader, exception).contains(THROWABLE)) {
      String missing = missingSuperClass(loader, exception);
      return missing == null
          ? "it is no Throwable"
          : "its super class " + missing + " is not found";
    }
    if ((exception.getAccess() & Opcodes.ACC_ABSTRACT) != 0) {
      return "it is abstract";
    }
    return isVisible(exception.getAccess(), from, exception) ? null : "it is not visible there";
  }

  /** The super class for which nobody knows whether it is a Throwable; null if there is none. */
  private static @Nullable String missingSuperClass(
      @Nullable ClassLoader loader, ClassReader exception) {
    ClassReader type = exception;
    for (int i = 0; i < MOST_SUPER_CLASSES; i++) {
      String name = type.getSuperName();
      if (name == null || name.equals("java/lang/Object")) {
        return null;
      }
      ClassReader superClass = SuperTypes.read(loader, name);
      if (superClass == null) {
        return name.replace('/', '.');
      }
      type = superClass;
    }
    return null;
  }

  /** Why a class that could be thrown cannot be made. */
  private static String noConstructor(@Nullable ClassReader exception) {
    if (exception != null) {
      for (ClassMembers.Method method : ClassMembers.ofAny(exception).constructors()) {
        if (isWanted(method)) {
          return "its constructor is not accessible there";
        }
      }
    }
    return "it has no such constructor";
  }

  private static boolean isWanted(ClassMembers.Method constructor) {
    return constructor.descriptor().equals(WITH_MESSAGE)
        || constructor.descriptor().equals(WITHOUT_MESSAGE);
  }

  private static @Nullable String constructor(String from, ClassReader exception) {
    String found = null;
    for (ClassMembers.Method method : ClassMembers.ofAny(exception).constructors()) {
      boolean better =
          method.descriptor().equals(WITH_MESSAGE)
              || (found == null && method.descriptor().equals(WITHOUT_MESSAGE));
      if (better && isVisible(method.access(), from, exception)) {
        found = method.descriptor();
      }
    }
    return found;
  }

  /** Protected is not enough: it is for constructors of subclasses. */
  private static boolean isVisible(int access, String from, ClassReader exception) {
    String name = exception.getClassName().replace('/', '.');
    return (access & Opcodes.ACC_PUBLIC) != 0
        || ((access & Opcodes.ACC_PRIVATE) == 0 && packageOf(from).equals(packageOf(name)));
  }

  private static String packageOf(String className) {
    return className.substring(0, className.lastIndexOf('.') + 1);
  }

  private void tellOnce(String line) {
    synchronized (told) {
      if (told.size() >= MOST_TOLD || !told.add(line)) {
        return;
      }
    }
    Console.line(line);
  }
}
