package io.ttalloc.analysis;

import static io.ttalloc.ledger.RecordLayout.TYPE_CLOSES_UNSEEN;
import static io.ttalloc.ledger.RecordLayout.TYPE_FREES_OWNED;
import static io.ttalloc.ledger.RecordLayout.TYPE_HAS_BYTES;
import static io.ttalloc.ledger.RecordLayout.TYPE_HOLDER;
import static io.ttalloc.ledger.RecordLayout.TYPE_KEYED;
import static io.ttalloc.ledger.RecordLayout.TYPE_NO_AUTO_CLOSEABLE;
import static io.ttalloc.ledger.RecordLayout.TYPE_OWNER;

import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.ledger.write.LedgerWriter;

/** Types of resources in the ledgers of tests. */
public final class TypeEntries {
  private TypeEntries() {}

  /** Returns a copy of the type with a limit on how long its resources may be open. */
  public static TypeEntry limited(TypeEntry type, long limitNanos) {
    return new TypeEntry(
        type.name(),
        type.className(),
        type.holder(),
        type.owner(),
        type.hasBytes(),
        type.keyed(),
        new TypeEntry.Closing(
            type.closing().release(),
            type.closing().freesOwned(),
            type.closing().mayBeUnseen(),
            type.closing().unseen(),
            type.closing().notAutoCloseable()),
        new TypeEntry.Policy(limitNanos, type.policy().words()));
  }

  /** A type whose resources cannot be used in a try-with-resources statement. */
  public static TypeEntry notAutoCloseable(String name, String className) {
    return new TypeEntry(
        name,
        className,
        false,
        false,
        false,
        false,
        new TypeEntry.Closing("close()", false, false, null, true),
        TypeEntry.Policy.NONE);
  }

  /** A type whose resources are numbers. */
  public static TypeEntry keyed(String name, String className) {
    return new TypeEntry(
        name,
        className,
        false,
        false,
        false,
        true,
        new TypeEntry.Closing(null, false, false, null, false),
        TypeEntry.Policy.NONE);
  }

  /** Writes a type and returns its id; 0 if the ledger cannot grow. */
  static int write(LedgerWriter writer, TypeEntry type) {
    int flags =
        (type.holder() ? TYPE_HOLDER : 0)
            | (type.owner() ? TYPE_OWNER : 0)
            | (type.hasBytes() ? TYPE_HAS_BYTES : 0)
            | (type.closing().freesOwned() ? TYPE_FREES_OWNED : 0)
            | (type.closing().mayBeUnseen() ? TYPE_CLOSES_UNSEEN : 0)
            | (type.keyed() ? TYPE_KEYED : 0)
            | (type.closing().notAutoCloseable() ? TYPE_NO_AUTO_CLOSEABLE : 0)
            | PolicyFlags.of(type.policy().words());
    return writer.type(
        type.name(),
        type.className(),
        flags,
        type.closing().release(),
        type.closing().unseen(),
        type.policy().limitNanos());
  }
}
