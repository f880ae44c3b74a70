package io.ttalloc.ledger;

import static io.ttalloc.ledger.RecordLayout.*;

import java.nio.MappedByteBuffer;

/** Writes the record of a thread that runs while the process ends. */
final class ThreadRow {
  private ThreadRow() {}

  /** Writes it; false if the ledger cannot grow. */
  static boolean write(RecordArea records, int name, int stack) {
    int id = records.reserve(THREAD_BYTES, false);
    if (id == 0) {
      return false;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putInt(at + THREAD_NAME, name);
    segment.putInt(at + THREAD_STACK, stack);
    records.commit(id, RECORD_THREAD);
    return true;
  }
}
