package io.ttalloc.ledger.read;

import java.io.IOException;

/** A file that is not a ledger that this version can read; the message is one whole sentence. */
public final class UnreadableLedgerException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreadableLedgerException(String sentence) {
    super(sentence);
  }
}
