package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/** The contents of a slot as text, for comparison. */
final class SlotText {
  private SlotText() {}

  static String of(
      String state,
      String kind,
      long owner,
      long holder,
      @Nullable String entry,
      int device,
      boolean closeFailed,
      boolean infrastructure,
      boolean hasOwned) {
    return String.format(
        "%s %s of %d, held by %d as %s, device %d%s%s%s",
        state,
        kind,
        owner,
        holder,
        entry,
        device,
        closeFailed ? ", close failed" : "",
        infrastructure ? ", infrastructure" : "",
        hasOwned ? ", has owned" : "");
  }
}
