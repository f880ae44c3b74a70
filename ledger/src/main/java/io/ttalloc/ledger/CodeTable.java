package io.ttalloc.ledger;

import static io.ttalloc.ledger.HolderLayout.RECORD_HOLDER;
import static io.ttalloc.ledger.NotWovenLayout.MOST_NOT_WOVEN;
import static io.ttalloc.ledger.NotWovenLayout.RECORD_NOT_WOVEN;
import static io.ttalloc.ledger.RecordLayout.RECORD_ORIGIN;
import static io.ttalloc.ledger.RecordLayout.RECORD_SITE;
import static io.ttalloc.ledger.SuperTypeLayout.RECORD_SUPER_TYPE;
import static io.ttalloc.ledger.SystemCodeLayout.RECORD_SYSTEM_CODE;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What code is: names of call sites, where classes come from, what they extend, what is the
 * system's own, what is not woven, which classes hold resources; each written once. Whoever reads
 * the ledger compares it with the frames of stacks, and the classes of holders with the objects of
 * a heap dump.
 *
 * <p>Not on the fast path: it is used once per class or package. Bounded; nothing is written if the
 * ledger cannot grow. Lock-free.
 */
public final class CodeTable {
  private static final int MAX_SITES = 1 << 12;
  static final int MAX_ORIGINS = 1 << 15;
  private static final int MAX_SUPER_TYPES = 1 << 14;
  private static final int MAX_HOLDERS = 1 << 10;
  private static final int BUCKETS = 1 << 8;

  private final TextTable texts;
  private final RecordIndex sites;
  private final RecordIndex systemCode;
  private final RecordIndex origins;
  private final RecordIndex superTypes;
  private final RecordIndex notWoven;
  private final RecordIndex holderRecords;

  /** The names of the classes of holders: whoever reads a dump of this heap finds them here. */
  private volatile String[] holders = {};

  CodeTable(RecordArea records, TextTable texts) {
    this.texts = texts;
    this.sites = index(records, RECORD_SITE, MAX_SITES);
    this.systemCode = index(records, RECORD_SYSTEM_CODE, MAX_SITES);
    this.origins = index(records, RECORD_ORIGIN, MAX_ORIGINS);
    this.superTypes = index(records, RECORD_SUPER_TYPE, MAX_SUPER_TYPES);
    this.notWoven = index(records, RECORD_NOT_WOVEN, MOST_NOT_WOVEN);
    this.holderRecords = index(records, RECORD_HOLDER, MAX_HOLDERS);
  }

  private static RecordIndex index(RecordArea records, int kind, int most) {
    return new RecordIndex(records, kind, false, BUCKETS, most, Long.MAX_VALUE);
  }

  /** Names a call site. */
  public void site(String className, String method, String site) {
    int classId = texts.idOf(className);
    int methodId = texts.idOf(method);
    int siteId = texts.idOf(site);
    if (classId != 0 && methodId != 0 && siteId != 0) {
      int ignored = sites.idOf(NumbersKey.whole(classId, methodId, siteId));
    }
  }

  /**
   * Names code of the system: what is opened on a stack with a frame of it is infrastructure.
   *
   * @param classes the name of a class, or that of a package and {@code .*} or {@code .**}
   * @param method null for all of their code
   */
  public void systemCode(String classes, @Nullable String method) {
    int classesId = texts.idOf(classes);
    int methodId = method == null ? 0 : texts.idOf(method);
    if (classesId != 0 && (method == null || methodId != 0)) {
      int ignored = systemCode.idOf(NumbersKey.whole(classesId, methodId));
    }
  }

  /** Notes where code comes from; the flags are {@link RecordLayout#ORIGIN_FLAGS}. */
  public void origin(String name, int flags) {
    int nameId = texts.idOf(name);
    if (nameId != 0) {
      int ignored = origins.idOf(NumbersKey.whole(nameId, flags));
    }
  }

  /** Notes a class that a class extends, or an interface that it implements. */
  public void superType(String className, String superType) {
    int classId = texts.idOf(className);
    int superId = texts.idOf(superType);
    if (classId != 0 && superId != 0) {
      int ignored = superTypes.idOf(NumbersKey.whole(classId, superId));
    }
  }

  /** Notes a class that was not woven as its rule says. */
  public void notWoven(String className) {
    int classId = texts.idOf(className);
    if (classId != 0) {
      int ignored = notWoven.idOf(NumbersKey.whole(classId));
    }
  }

  /**
   * Notes a class whose objects are holders, and of which the heap tells the contents. Called by
   * one thread at a time.
   *
   * @param release the call that makes one give up what it holds; null if no rule says it
   */
  public void holder(String className, @Nullable String release) {
    int classId = texts.idOf(className);
    int releaseId = release == null ? 0 : texts.idOf(release);
    if (classId != 0) {
      int ignored = holderRecords.idOf(NumbersKey.whole(classId, releaseId));
    }
    String[] known = holders;
    if (known.length < MAX_HOLDERS && !Arrays.asList(known).contains(className)) {
      String[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = className;
      holders = more;
    }
  }

  /** Whether there are such classes. */
  public boolean hasHolders() {
    return holders.length > 0;
  }
}
