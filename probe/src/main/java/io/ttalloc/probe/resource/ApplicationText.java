package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.LedgerWriter;
import org.jspecify.annotations.Nullable;

/** Converts objects of the application to text, whatever their toString() does. */
public final class ApplicationText {
  private ApplicationText() {}

  static String of(Object object) {
    if (object instanceof String text) {
      return text;
    }
    try {
      return String.valueOf(object.toString());
    } catch (Throwable e) {
      return "(toString() threw " + e.getClass().getName() + ")";
    }
  }

  /** The text id of an object; 0 if it is null or its text is empty. */
  public static int idOf(@Nullable Object object, LedgerWriter ledger) {
    String text = object == null ? "" : of(object);
    return text.isEmpty() ? 0 : ledger.text(text);
  }
}
