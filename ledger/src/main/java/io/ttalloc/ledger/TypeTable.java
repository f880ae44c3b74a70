package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.RECORD_SITE;
import static io.ttalloc.ledger.LedgerLayout.RECORD_TYPE;

import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * What rules name: types of resources, each written once, and call sites.
 *
 * <p>Not fast: it is reached once per class and rule. Thread-safe by the monitor of the record
 * area.
 */
final class TypeTable {
  private final RecordArea records;
  private final TextTable texts;
  private final HashMap<Long, Integer> types = new HashMap<>();

  TypeTable(RecordArea records, TextTable texts) {
    this.records = records;
    this.texts = texts;
  }

  /** The id of a rule's name for a class; 0 if the ledger cannot grow. */
  int idOf(String name, String className, int flags, @Nullable String release) {
    synchronized (records) {
      int nameId = texts.idOf(name);
      int classId = texts.idOf(className);
      if (nameId == 0 || classId == 0) {
        // Two types without names would be one.
        return 0;
      }
      long key = (long) nameId << 32 | classId;
      Integer known = types.get(key);
      if (known != null) {
        return known;
      }
      // 0 is "unknown", and so it is if the ledger cannot grow.
      int releaseId = release == null ? 0 : texts.idOf(release);
      int id = records.append(RECORD_TYPE, nameId, classId, flags, releaseId);
      if (id != 0) {
        types.put(key, id);
      }
      return id;
    }
  }

  /** Names a call site; nothing if the ledger cannot grow. */
  void site(String className, String method, String site) {
    synchronized (records) {
      int classId = texts.idOf(className);
      int methodId = texts.idOf(method);
      int siteId = texts.idOf(site);
      if (classId != 0 && methodId != 0 && siteId != 0) {
        records.append(RECORD_SITE, classId, methodId, siteId, 0);
      }
    }
  }
}
