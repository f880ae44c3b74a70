package io.ttalloc.ledger;

import static io.ttalloc.ledger.RecordLayout.RECORD_ORIGIN;
import static io.ttalloc.ledger.RecordLayout.RECORD_SITE;
import static io.ttalloc.ledger.RecordLayout.RECORD_TYPE;

import org.jspecify.annotations.Nullable;

/**
 * Types of resources, names of call sites and origins of code, each written once.
 *
 * <p>Not on the fast path: it is used once per class or package. Bounded: beyond {@link #MAX_TYPES}
 * classes, as a program that generates classes may have, further ones share one type for each rule.
 * Lock-free.
 */
final class TypeTable {
  static final int MAX_TYPES = 1 << 14;
  private static final int MAX_SITES = 1 << 12;
  static final int MAX_ORIGINS = 1 << 15;
  private static final int BUCKETS = 1 << 8;
  private static final String TOO_MANY = "(too many different classes)";

  private final TextTable texts;
  private final RecordIndex types;
  private final RecordIndex overflow;
  private final RecordIndex sites;
  private final RecordIndex origins;

  TypeTable(RecordArea records, TextTable texts) {
    this.texts = texts;
    this.types = index(records, RECORD_TYPE, MAX_TYPES);
    this.overflow = index(records, RECORD_TYPE, MAX_TYPES);
    this.sites = index(records, RECORD_SITE, MAX_SITES);
    this.origins = index(records, RECORD_ORIGIN, MAX_ORIGINS);
  }

  private static RecordIndex index(RecordArea records, int kind, int most) {
    return new RecordIndex(records, kind, false, BUCKETS, most, Long.MAX_VALUE);
  }

  /** The id of a rule's name for a class; 0 if the ledger cannot grow. */
  int idOf(
      String name, String className, int flags, @Nullable String release, @Nullable String unseen) {
    int nameId = texts.idOf(name);
    int classId = texts.idOf(className);
    if (nameId == 0 || classId == 0) {
      // Two types without names would be the same record.
      return 0;
    }
    // If the ledger cannot grow, these are 0, "unknown".
    int releaseId = release == null ? 0 : texts.idOf(release);
    int unseenId = unseen == null ? 0 : texts.idOf(unseen);
    int id = types.idOf(NumbersKey.whole(nameId, classId, flags, releaseId, unseenId));
    if (id == RecordIndex.FULL) {
      int manyId = texts.idOf(TOO_MANY);
      id = overflow.idOf(NumbersKey.whole(nameId, manyId, flags, releaseId, unseenId));
    }
    return Math.max(0, id);
  }

  /** Names a call site; does nothing if the ledger cannot grow. */
  void site(String className, String method, String site) {
    int classId = texts.idOf(className);
    int methodId = texts.idOf(method);
    int siteId = texts.idOf(site);
    if (classId != 0 && methodId != 0 && siteId != 0) {
      int ignored = sites.idOf(NumbersKey.whole(classId, methodId, siteId));
    }
  }

  /** Says where code comes from; does nothing if the ledger cannot grow. */
  void origin(String name, int flags) {
    int nameId = texts.idOf(name);
    if (nameId != 0) {
      int ignored = origins.idOf(NumbersKey.whole(nameId, flags));
    }
  }
}
