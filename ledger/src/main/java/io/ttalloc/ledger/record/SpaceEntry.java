package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.SPACE_NUMBER;
import static io.ttalloc.ledger.RecordLayout.SPACE_TEXT;

import org.jspecify.annotations.Nullable;

/**
 * The number by which events refer to a space.
 *
 * @param number never 0, because 0 means "no space" in events
 */
public record SpaceEntry(int number, String name) {
  /** Reads a space; null until it has a number. */
  static @Nullable SpaceEntry read(Payload record, RecordContext context) {
    int number = record.getInt(SPACE_NUMBER);
    return number == 0 ? null : new SpaceEntry(number, context.text(record.getInt(SPACE_TEXT)));
  }
}
