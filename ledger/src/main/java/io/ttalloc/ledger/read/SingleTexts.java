package io.ttalloc.ledger.read;

import io.ttalloc.ledger.bytes.LedgerFile;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads texts from where they are in a ledger, without its other records. */
public final class SingleTexts {
  private final SingleRecords records;

  public SingleTexts(LedgerFile file) {
    records = new SingleRecords(file);
  }

  /** The text with this id, cut to the longest that a writer stores; {@code "?"} without one. */
  public String text(int id) {
    try {
      return records.text(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
