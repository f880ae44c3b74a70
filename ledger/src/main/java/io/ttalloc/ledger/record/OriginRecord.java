package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.recordPosition;

import io.ttalloc.ledger.write.Rows;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the code of a class or of packages. If a name has several origins, the first one
 * counts.
 *
 * <pre>
 *  0 u32  name of a class or package, a text id; an empty text for the unnamed package
 *  4 u32  flags: one for the kind of name, one for the origin, and optionally SAID
 * </pre>
 *
 * @param name the name of a class or package; empty for the unnamed package
 * @param scope the kind of name
 * @param origin where the code comes from
 * @param said whether an option or a rule file states the origin; otherwise the agent inferred it
 */
public record OriginRecord(String name, Scope scope, Origin origin, boolean said) {
  public static final int NUMBER = 18;
  public static final int BYTES = 8;
  public static final int MAX_ROWS = 1 << 15;

  /** Flag: the name is a class name. */
  public static final int OF_CLASS = 1;

  /** Flag: the name is a package name. */
  public static final int OF_PACKAGE = 2;

  /** Flag: the name is a package name and covers all its subpackages. */
  public static final int OF_PACKAGE_AND_BELOW = 4;

  /** Flag: the application's own code. */
  public static final int APPLICATION = 16;

  /** Flag: code of a library. */
  public static final int LIBRARY = 32;

  /** Flag: either application or library code. */
  public static final int UNSURE = 64;

  /** Flag: an option or a rule file states the origin; the agent did not infer it. */
  public static final int SAID = 256;

  /** The kinds of names. */
  public enum Scope {
    CLASS(OF_CLASS),
    PACKAGE(OF_PACKAGE),
    PACKAGE_AND_BELOW(OF_PACKAGE_AND_BELOW);

    private final int flag;

    Scope(int flag) {
      this.flag = flag;
    }
  }

  /** Where code comes from. */
  public enum Origin {
    /** The application's own code. */
    APPLICATION(OriginRecord.APPLICATION),
    LIBRARY(OriginRecord.LIBRARY),
    /** Either application or library code. */
    UNSURE(OriginRecord.UNSURE);

    private final int flag;

    Origin(int flag) {
      this.flag = flag;
    }
  }

  /** Writes an origin; does nothing if there is no space for it. */
  public static void write(Rows rows, String name, int flags) {
    int nameId = rows.name(name);
    if (nameId != 0) {
      boolean unused = rows.addOnce(NUMBER, MAX_ROWS, nameId, flags);
    }
  }

  /**
   * Reads an origin. If the flags do not contain exactly one scope and one origin, reports damage
   * and returns null.
   */
  static @Nullable OriginRecord read(Payload record, RecordContext context) {
    int flags = record.getInt(4);
    for (Scope scope : Scope.values()) {
      for (Origin origin : Origin.values()) {
        if ((flags & ~SAID) == (scope.flag | origin.flag)) {
          return new OriginRecord(
              context.text(record.getInt(0)), scope, origin, (flags & SAID) != 0);
        }
      }
    }
    context.ignored(
        String.format(
            "the origin at 0x%x has the unknown flags 0x%x", recordPosition(record.id()), flags));
    return null;
  }
}
