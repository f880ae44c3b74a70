package io.ttalloc.agent.weave.check;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.rules.MethodPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;

/**
 * Reports the methods that rules name but that a class does not have or that cannot be tracked,
 * each of them once. Thread-safe.
 */
final class MemberMessages {
  private final Set<String> printed = new TreeSet<>();

  void missing(String className, MethodPattern pattern, ClassMembers members) {
    printOnce(
        pattern.position()
            + ": "
            + className
            + " has no method '"
            + pattern
            + "', expected "
            + members.others(pattern)
            + "; the rest of the rule applies");
  }

  void notSeen(String className, MethodPattern pattern, String written, String hindrance) {
    printOnce(
        pattern.position()
            + ": "
            + className
            + " inherits '"
            + pattern
            + "' from "
            + written
            + ", where it is not tracked ("
            + hindrance
            + "), expected "
            + (NeverWoven.contains(written.replace('.', '/'))
                ? "a method of another class, since "
                    + written
                    + " can never be woven (docs/rules.md, 'What can never be tracked')"
                : "a rule for " + written + " that names this method")
            + "; the rest of the rule applies");
  }

  /**
   * Reports methods that need an object but that a class declares only as static methods.
   *
   * @param patterns the methods that need an object
   * @return the methods reported
   */
  List<MethodPattern> withoutObject(
      String className, List<MethodPattern> patterns, ClassMembers members) {
    List<MethodPattern> found = new ArrayList<>(0);
    for (MethodPattern pattern : patterns) {
      List<ClassMembers.Method> all = members.matching(pattern);
      boolean onlyStatic = !all.isEmpty();
      boolean takesSomething = false;
      for (ClassMembers.Method method : all) {
        onlyStatic &= (method.access() & Opcodes.ACC_STATIC) != 0;
        takesSomething |= !method.descriptor().startsWith("()");
      }
      if (onlyStatic) {
        found.add(pattern);
        printOnce(
            pattern.position()
                + ": '"
                + pattern
                + "' of "
                + className
                + " is static, expected an instance method of the resource"
                + (takesSomething
                    ? ", or {method: "
                        + pattern
                        + ", resource: $0}, where $0 is the parameter that holds the resource"
                    : "")
                + "; the rest of the rule applies");
      }
    }
    return found;
  }

  private void printOnce(String line) {
    synchronized (printed) {
      if (!printed.add(line)) {
        return;
      }
    }
    Console.line(line);
  }
}
