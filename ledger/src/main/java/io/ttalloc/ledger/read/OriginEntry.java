package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import org.jspecify.annotations.Nullable;

/**
 * Where the code of a class or of packages comes from.
 *
 * @param name of a class or package; empty for the unnamed package
 * @param scope what the name stands for
 * @param origin where the code comes from
 * @param said whether an option or a rule file says so; otherwise the agent inferred it
 */
public record OriginEntry(String name, Scope scope, Origin origin, boolean said) {
  /** What a name stands for. */
  public enum Scope {
    CLASS(ORIGIN_OF_CLASS),
    PACKAGE(ORIGIN_OF_PACKAGE),
    PACKAGE_AND_BELOW(ORIGIN_OF_PACKAGE_AND_BELOW);

    private final int flag;

    Scope(int flag) {
      this.flag = flag;
    }
  }

  /** Where code comes from. */
  public enum Origin {
    /** The application's own code. */
    APPLICATION(ORIGIN_APPLICATION),
    LIBRARY(ORIGIN_LIBRARY),
    /** It may be either. */
    UNSURE(ORIGIN_UNSURE);

    private final int flag;

    Origin(int flag) {
      this.flag = flag;
    }
  }

  /** Null if the flags do not name exactly one scope and one origin. */
  static @Nullable OriginEntry of(String name, int flags) {
    boolean said = (flags & ORIGIN_SAID) != 0;
    for (Scope scope : Scope.values()) {
      for (Origin origin : Origin.values()) {
        if ((flags & ~ORIGIN_SAID) == (scope.flag | origin.flag)) {
          return new OriginEntry(name, scope, origin, said);
        }
      }
    }
    return null;
  }
}
