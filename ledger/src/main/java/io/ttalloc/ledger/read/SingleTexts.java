package io.ttalloc.ledger.read;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads texts from where they are in a ledger, without its other records. */
final class SingleTexts {
  private final SingleRecords records;

  SingleTexts(LedgerFile file) {
    records = new SingleRecords(file);
  }

  /** The text with this id, cut to the longest that a writer stores; {@code "?"} without one. */
  String text(int id) {
    try {
      return records.text(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
