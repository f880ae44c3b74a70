package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.MAX_TEXT_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_KIND;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;
import static io.ttalloc.ledger.RecordLayout.RECORD_TEXT;
import static io.ttalloc.ledger.RecordLayout.recordPosition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Reads texts from where they are in a ledger, without its other records. */
final class SingleTexts {
  private final LedgerFile file;

  SingleTexts(LedgerFile file) {
    this.file = file;
  }

  /** The text with this id, cut to the longest that a writer stores; {@code "?"} without one. */
  String text(int id) {
    try {
      ByteBuffer record = LedgerFile.buffer(RECORD_HEADER_BYTES + MAX_TEXT_BYTES);
      int found = id <= 0 ? 0 : file.read(record, recordPosition(id));
      int length = record.getInt(RECORD_LENGTH);
      if (length < RECORD_HEADER_BYTES
          || found < Math.min(length, record.capacity())
          || record.getInt(RECORD_KIND) != RECORD_TEXT) {
        return Dictionary.UNKNOWN;
      }
      int bytes = Math.min(length, record.capacity()) - RECORD_HEADER_BYTES;
      return new Payload(id, RECORD_TEXT, record, RECORD_HEADER_BYTES, bytes).text(MAX_TEXT_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
