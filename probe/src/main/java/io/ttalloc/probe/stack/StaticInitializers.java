package io.ttalloc.probe.stack;

import java.util.HashSet;
import java.util.Set;

/**
 * Static initializers on stacks. One runs wherever its class happens to be used first, so what it
 * opens does not belong to the owner in whose scope that is: it usually lives as long as the class.
 */
public final class StaticInitializers {
  private static final String INITIALIZER = "<clinit>";

  private StaticInitializers() {}

  /** Whether one is on a stack. */
  static boolean areOn(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals(INITIALIZER)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The methods that the innermost initializer on a stack has called, named as {@link
   * ProbeRules.Scope} is: only their scopes are in force for what is opened there.
   */
  public static Set<String> calledOn(StackTraceElement[] stack) {
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
}
