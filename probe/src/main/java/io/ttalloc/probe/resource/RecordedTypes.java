package io.ttalloc.probe.resource;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.SuperTypeRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.Rows;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import org.jspecify.annotations.Nullable;

/**
 * Writes the types of resources to the ledger: each class under each rule, with the supertypes of
 * the class, so that readers recognize an inherited method on a stack as one of the resource's own.
 * Loads no class. Supertypes from the boot loader are omitted, because no reader mistakes their
 * code for the application's. Thread-safe.
 */
public final class RecordedTypes {
  private final LedgerWriter ledger;
  private final ProbeRules rules;

  public RecordedTypes(LedgerWriter ledger, ProbeRules rules) {
    this.ledger = ledger;
    this.rules = rules;
  }

  /** The data about an object's class under a rule; null if the ledger cannot grow. */
  public ClassFacts.@Nullable UnderRule of(
      Object object, ClassFacts facts, ProbeType type, int rule) {
    ClassFacts.UnderRule known = facts.underRule(rule);
    return known != null ? known : add(object, facts, type, rule);
  }

  private ClassFacts.@Nullable UnderRule add(
      Object object, ClassFacts facts, ProbeType type, int rule) {
    int completed = rules.completed(rule, object.getClass());
    ProbeType whole = rules.type(completed);
    boolean isNumber = object instanceof Keyed;
    int flags = rules.flags(whole, object.getClass()) | (isNumber ? RecordLayout.TYPE_KEYED : 0);
    // For a number, reports show the class named by its rule.
    String className = isNumber ? type.classes : facts.className();
    String unseen = rules.unseenCloses(whole, object.getClass());
    long limit = rules.limitNanos(whole);
    int typeId = ledger.type(whole.name, className, flags, whole.release, unseen, limit);
    if (typeId == 0) {
      return null;
    }
    writeSuperTypes(className, object.getClass());
    return facts.add(rule, typeId, completed);
  }

  private void writeSuperTypes(String className, Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c != type) {
        addSuperType(className, c);
      }
      writeInterfaces(className, c);
    }
  }

  private void writeInterfaces(String className, Class<?> type) {
    for (Class<?> each : type.getInterfaces()) {
      addSuperType(className, each);
      writeInterfaces(className, each);
    }
  }

  private void addSuperType(String className, Class<?> superType) {
    if (superType.getClassLoader() != null) {
      Rows rows = ledger.rows();
      int classId = rows.name(className);
      int superId = rows.name(superType.getName());
      if (classId != 0 && superId != 0) {
        boolean unused =
            rows.addOnce(SuperTypeRecord.NUMBER, SuperTypeRecord.MAX_ROWS, classId, superId);
      }
    }
  }
}
