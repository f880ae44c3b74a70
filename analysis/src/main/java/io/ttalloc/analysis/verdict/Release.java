package io.ttalloc.analysis.verdict;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.TypeEntry;
import org.jspecify.annotations.Nullable;

/**
 * The call that releases a resource, as its rule says it.
 *
 * @param onOwner whether it is made on what owns the resource
 */
record Release(String call, boolean onOwner) {
  /** Null if the rule does not say. */
  static @Nullable Release of(TypeEntry type) {
    return of(type.release());
  }

  /** Null if no rule says it. */
  static @Nullable Release of(@Nullable String text) {
    if (text == null) {
      return null;
    }
    return text.startsWith(RecordLayout.RELEASE_ON_OWNER)
        ? new Release(text.substring(RecordLayout.RELEASE_ON_OWNER.length()), true)
        : new Release(text, false);
  }

  /** What stands between the call and what it releases. */
  private String preposition() {
    if (onOwner) {
      return " on the owner of ";
    }
    // A method of another class gets it as a parameter, or has it in a field.
    return call.indexOf('.') < 0 ? " on " : " for ";
  }

  /**
   * The call that releases a resource of this type.
   *
   * @param it what the program calls it
   */
  static String callOn(String it, TypeEntry type) {
    Release release = of(type);
    if (type.keyed() && (release == null || !release.onOwner())) {
      return (release == null ? "what closes it" : release.call()) + " with the handle";
    }
    return release == null ? "close() on " + it : release.call() + release.preposition() + it;
  }
}
