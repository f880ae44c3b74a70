package io.ttalloc.probe.close;

/**
 * Recognises, by the stack of a close, why its object was never seen to open though its rule is
 * right: a constructor is still at work, or the object is a test double.
 */
final class CloseStacks {
  private static final String CONSTRUCTOR = "<init>";

  /** Classes whose calls of a method are calls by whoever asked them. */
  private static final String[] BETWEEN = {
    "io.ttalloc.probe.",
    "java.lang.TtAllocHooks",
    "java.lang.invoke.",
    "java.lang.reflect.",
    "jdk.internal.reflect."
  };

  /** Mocks and spies of Mockito call a real method by reflection, or from a generated subclass. */
  private static final String DOUBLES = "org.mockito.";

  private static final String GENERATED_DOUBLE = "$MockitoMock$";

  private CloseStacks() {}

  /**
   * Whether a stack explains that no rule saw an object open.
   *
   * @param closed the class of the object
   */
  static boolean explain(StackTraceElement[] stack, Class<?> closed) {
    return isConstructing(stack, closed) || isByDouble(stack, closed);
  }

  /** Whether a constructor is on the stack that makes objects of the class, or a part of them. */
  private static boolean isConstructing(StackTraceElement[] stack, Class<?> closed) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals(CONSTRUCTOR) && isOf(closed, frame.getClassName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isByDouble(StackTraceElement[] stack, Class<?> closed) {
    if (closed.getName().contains(GENERATED_DOUBLE)) {
      return true;
    }
    for (StackTraceElement frame : stack) {
      String caller = frame.getClassName();
      if (!isBetween(caller) && !isOf(closed, caller)) {
        return caller.startsWith(DOUBLES);
      }
    }
    return false;
  }

  private static boolean isBetween(String className) {
    for (String prefix : BETWEEN) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a name is that of a class or of one of its super classes. */
  private static boolean isOf(Class<?> type, String name) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
