package io.ttalloc.ledger.read;

import java.io.IOException;

/** Thrown for a file that this version cannot read as a ledger; the message is one sentence. */
public final class UnreadableLedgerException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreadableLedgerException(String sentence) {
    super(sentence);
  }
}
