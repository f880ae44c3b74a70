package io.ttalloc.probe;

import io.ttalloc.ledger.CodeTable;

/**
 * Writes what the class of a resource extends and implements, so that readers know an inherited
 * method on a stack for one of the resource's own. Loads no class. Types of the boot loader are
 * left out: nobody takes their code for the application's.
 */
final class SuperTypeRecords {
  private SuperTypeRecords() {}

  /** Not on the fast path: it is used once per class and rule. */
  static void write(CodeTable code, String className, Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c != type) {
        add(code, className, c);
      }
      writeInterfaces(code, className, c);
    }
  }

  private static void writeInterfaces(CodeTable code, String className, Class<?> type) {
    for (Class<?> each : type.getInterfaces()) {
      add(code, className, each);
      writeInterfaces(code, className, each);
    }
  }

  private static void add(CodeTable code, String className, Class<?> superType) {
    if (superType.getClassLoader() != null) {
      code.superType(className, superType.getName());
    }
  }
}
