package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.RECORD_TYPE;

import io.ttalloc.ledger.mapped.NumbersKey;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import org.jspecify.annotations.Nullable;

/**
 * Types of resources, each written once.
 *
 * <p>Not on the fast path: used once for each class. Bounded: a program that generates classes may
 * have more than {@link #MAX_TYPES} of them; all further classes then share one type for each rule.
 * Lock-free.
 */
final class TypeTable {
  static final int MAX_TYPES = 1 << 14;
  private static final int BUCKETS = 1 << 8;
  private static final String TOO_MANY = "(too many different classes)";

  private final TextTable texts;
  private final RecordIndex types;
  private final RecordIndex overflow;

  TypeTable(RecordArea records, TextTable texts) {
    this.texts = texts;
    this.types = index(records, RECORD_TYPE, MAX_TYPES);
    this.overflow = index(records, RECORD_TYPE, MAX_TYPES);
  }

  private static RecordIndex index(RecordArea records, int kind, int max) {
    return new RecordIndex(records, kind, false, BUCKETS, max, Long.MAX_VALUE);
  }

  /**
   * The id of the type for a rule's name and a class; 0 if the type is new and the ledger cannot
   * grow.
   */
  int idOf(
      String name,
      String className,
      int flags,
      @Nullable String release,
      @Nullable String unseen,
      long limitNanos) {
    int nameId = texts.idOf(name);
    int classId = texts.idOf(className);
    if (nameId == 0 || classId == 0) {
      // Without their names, two different types would have the same record.
      return 0;
    }
    // If the ledger cannot grow, these ids are 0, which means "unknown".
    int releaseId = release == null ? 0 : texts.idOf(release);
    int unseenId = unseen == null ? 0 : texts.idOf(unseen);
    int id = types.idOf(key(limitNanos, nameId, classId, flags, releaseId, unseenId));
    if (id == RecordIndex.FULL) {
      int manyId = texts.idOf(TOO_MANY);
      id = overflow.idOf(key(limitNanos, nameId, manyId, flags, releaseId, unseenId));
    }
    return Math.max(0, id);
  }

  /**
   * The key of a type's record. If the type has no limit, the record ends before the field for the
   * limit.
   */
  private static NumbersKey key(
      long limitNanos, int name, int className, int flags, int release, int unseen) {
    return limitNanos <= 0
        ? NumbersKey.whole(name, className, flags, release, unseen)
        : NumbersKey.whole(
            name,
            className,
            flags,
            release,
            unseen,
            0,
            (int) limitNanos,
            (int) (limitNanos >>> Integer.SIZE));
  }
}
