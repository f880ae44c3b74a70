package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.MethodPattern;
import java.util.Set;
import java.util.TreeSet;

/** Tells what rules name and a class does not have, each once. Thread-safe. */
final class MemberMessages {
  private final Set<String> told = new TreeSet<>();

  void missing(String className, MethodPattern pattern, ClassMembers members) {
    tellOnce(
        pattern.position()
            + ": "
            + className
            + " has no method '"
            + pattern
            + "', expected one of "
            + members.names()
            + "; the rest of the rule applies");
  }

  void notSeen(String className, MethodPattern pattern, String written, String hindrance) {
    tellOnce(
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
                : "a rule for " + written + " that names it")
            + "; the rest of the rule applies");
  }

  private void tellOnce(String line) {
    synchronized (told) {
      if (!told.add(line)) {
        return;
      }
    }
    Console.line(line);
  }
}
