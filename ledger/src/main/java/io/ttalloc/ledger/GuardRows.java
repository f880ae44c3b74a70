package io.ttalloc.ledger;

import static io.ttalloc.ledger.GuardLayout.*;

import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Frames that stand inside a try statement when the process ends, a row for each variable that the
 * cleanup uses and for each class whose methods it calls in a loop. For one thread at a time;
 * bounded by {@link #MOST} rows.
 */
final class GuardRows {
  static final int MOST = 1 << 13;

  private final RecordArea records;
  private final TextTable names;
  private int count;

  GuardRows(RecordArea records, TextTable names) {
    this.records = records;
    this.names = names;
  }

  void add(
      String className,
      String method,
      int line,
      @Nullable String type,
      @Nullable String lines,
      int flags) {
    int classId = names.idOf(className);
    int methodId = names.idOf(method);
    int typeId = type == null ? 0 : names.idOf(type);
    int linesId = lines == null ? 0 : names.idOf(lines);
    boolean known = classId != 0 && methodId != 0 && (lines == null || linesId != 0);
    int id = known && count < MOST ? records.reserve(GUARD_BYTES, false) : 0;
    if (id == 0) {
      return;
    }
    count++;
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putInt(at + GUARD_CLASS, classId);
    segment.putInt(at + GUARD_METHOD, methodId);
    segment.putInt(at + GUARD_LINE, line);
    segment.putInt(at + GUARD_TYPE, typeId);
    segment.putInt(at + GUARD_LINES, linesId);
    segment.putInt(at + GUARD_FLAGS, flags);
    records.commit(id, RECORD_GUARD);
  }
}
