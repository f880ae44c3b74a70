package io.ttalloc.probe;

import io.ttalloc.ledger.Rows;
import io.ttalloc.ledger.record.SuperTypeRecord;

/**
 * Writes what the class of a resource extends and implements, so that readers know an inherited
 * method on a stack for one of the resource's own. Loads no class. Types of the boot loader are
 * left out: nobody takes their code for the application's.
 */
final class SuperTypeRecords {
  private SuperTypeRecords() {}

  /** Not on the fast path: it is used once per class and rule. */
  static void write(Rows rows, String className, Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c != type) {
        add(rows, className, c);
      }
      writeInterfaces(rows, className, c);
    }
  }

  private static void writeInterfaces(Rows rows, String className, Class<?> type) {
    for (Class<?> each : type.getInterfaces()) {
      add(rows, className, each);
      writeInterfaces(rows, className, each);
    }
  }

  private static void add(Rows rows, String className, Class<?> superType) {
    if (superType.getClassLoader() != null) {
      int classId = rows.name(className);
      int superId = rows.name(superType.getName());
      if (classId != 0 && superId != 0) {
        boolean ignored =
            rows.addOnce(SuperTypeRecord.NUMBER, SuperTypeRecord.MAX_ROWS, classId, superId);
      }
    }
  }
}
