package io.ttalloc.probe.stack;

import io.ttalloc.probe.rule.ProbeRules;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds facts about an event, other than its place, in the frames of a stack.
 *
 * <p><b>Static initializers.</b> An initializer runs wherever its class happens to be used first.
 * Therefore a resource that it opens does not belong to the owner whose scope the thread is in, but
 * usually lives as long as the class.
 *
 * <p><b>Closes of unknown resources.</b> Such a close does not mean that the rule is wrong if a
 * constructor is still running, or the object is a test double.
 *
 * <p><b>Cleaner actions.</b> Many {@code close} methods run their action through {@code
 * Cleanable.clean()}: then the program has closed the resource, not the Cleaner.
 */
public final class StackInspection {
  private static final String INITIALIZER = "<clinit>";

  private static final String CONSTRUCTOR = "<init>";

  /** Classes that call a method on behalf of their own caller. */
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

  private static final String CLEANABLE = "jdk.internal.ref.PhantomCleanable";

  private StackInspection() {}

  /** Whether a static initializer is on a stack. */
  static boolean hasInitializer(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals(INITIALIZER)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The methods that the innermost initializer on a stack has called, named like {@link
   * ProbeRules.Scope}: only the scopes of these methods apply to resources that the initializer
   * opens.
   */
  public static Set<String> calledByInitializer(StackTraceElement[] stack) {
    Set<String> called = new HashSet<>();
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals(INITIALIZER)) {
        break;
      }
      String name = frame.getClassName();
      called.add(name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName());
    }
    return called;
  }

  /**
   * Whether a stack explains why no rule saw an object being opened.
   *
   * @param closed the class of the object
   */
  public static boolean explainsUnknownClose(StackTraceElement[] stack, Class<?> closed) {
    return isConstructing(stack, closed) || isByDouble(stack, closed);
  }

  /** Whether a constructor of the class or of one of its superclasses is on the stack. */
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

  /** Whether a name belongs to a class or to one of its superclasses. */
  private static boolean isOf(Class<?> type, String name) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static final String CLEANER = "jdk.internal.ref.CleanerImpl";

  /** Whether the calling thread is in a Cleaner action that the program runs by {@code clean()}. */
  public static boolean isCleanedByProgram() {
    boolean cleans = false;
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String className = frame.getClassName();
      if (className.equals(CLEANER) && frame.getMethodName().equals("run")) {
        return false;
      }
      cleans |= className.equals(CLEANABLE) && frame.getMethodName().equals("clean");
    }
    return cleans;
  }
}
