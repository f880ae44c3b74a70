package io.ttalloc.ledger.record;

import io.ttalloc.ledger.write.Rows;

/**
 * A rule's name for a call site, such as {@code load_binaries} for {@code
 * MeshWorkloadImpl.loadBinaries}.
 *
 * <pre>
 *  0 u32  class, a text id
 *  4 u32  method, a text id
 *  8 u32  name of the site, a text id
 * </pre>
 */
public record SiteRecord(String className, String method, String site) {
  public static final int NUMBER = 11;
  public static final int BYTES = 12;
  private static final int MAX_ROWS = 1 << 12;

  /** Writes a rule's name for a call site; does nothing if there is no space for it. */
  public static void write(Rows rows, String className, String method, String site) {
    int classId = rows.name(className);
    int methodId = rows.name(method);
    int siteId = rows.name(site);
    if (classId != 0 && methodId != 0 && siteId != 0) {
      boolean unused = rows.addOnce(NUMBER, MAX_ROWS, classId, methodId, siteId);
    }
  }

  static SiteRecord read(Payload record, RecordContext context) {
    return new SiteRecord(
        context.text(record.getInt(0)),
        context.text(record.getInt(4)),
        context.text(record.getInt(8)));
  }
}
