package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.CLOSE_SITE_COUNT;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_COUNT;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_DETAIL;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_FIRST_STACK;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_KIND;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_SECOND_STACK;
import static io.ttalloc.ledger.LedgerLayout.MISUSE_TYPE;
import static io.ttalloc.ledger.LedgerLayout.RECORD_CLOSE_SITE;
import static io.ttalloc.ledger.LedgerLayout.RECORD_MISUSE;

import java.nio.MappedByteBuffer;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where closes came from, and wrong uses, each counted by its stacks.
 *
 * <p>Bounded; what is new when it is full, or when the ledger cannot grow, is not counted.
 * Thread-safe by the monitor of the record area.
 */
final class Occurrences {
  static final int MAX_MISUSES = 4096;
  static final int MAX_CLOSE_SITES = 1 << 16;

  private static final int MISUSE_BYTES = MISUSE_DETAIL + Integer.BYTES;

  private final RecordArea records;
  private final HashMap<Long, Integer> closeSites = new HashMap<>();
  private final HashMap<MisuseKey, Integer> misuses = new HashMap<>();

  Occurrences(RecordArea records) {
    this.records = records;
  }

  void closed(int tallyId, int stackId) {
    synchronized (records) {
      long key = (long) tallyId << 32 | stackId;
      Integer id = closeSites.get(key);
      if (id == null) {
        if (closeSites.size() == MAX_CLOSE_SITES) {
          return;
        }
        id = records.append(RECORD_CLOSE_SITE, tallyId, stackId, 0, 0);
        if (id == 0) {
          return;
        }
        closeSites.put(key, id);
      }
      Words.addLong(records.segmentOf(id), RecordArea.payloadOffset(id) + CLOSE_SITE_COUNT, 1);
    }
  }

  void misused(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
    synchronized (records) {
      MisuseKey key = new MisuseKey(kind, typeId, firstStack, secondStack, detail);
      Integer id = misuses.get(key);
      if (id == null) {
        if (misuses.size() == MAX_MISUSES) {
          return;
        }
        id = records.reserve(RECORD_MISUSE, MISUSE_BYTES, false);
        if (id == 0) {
          return;
        }
        MappedByteBuffer segment = records.segmentOf(id);
        int at = RecordArea.payloadOffset(id);
        segment.putInt(at + MISUSE_KIND, kind.code());
        segment.putInt(at + MISUSE_TYPE, typeId);
        segment.putInt(at + MISUSE_FIRST_STACK, firstStack);
        segment.putInt(at + MISUSE_SECOND_STACK, secondStack);
        segment.putInt(at + MISUSE_DETAIL, detail);
        records.commit(id, MISUSE_BYTES);
        misuses.put(key, id);
      }
      Words.addLong(records.segmentOf(id), RecordArea.payloadOffset(id) + MISUSE_COUNT, 1);
    }
  }

  private static final class MisuseKey {
    private final MisuseKind kind;
    private final int typeId;
    private final int firstStack;
    private final int secondStack;
    private final int detail;

    MisuseKey(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
      this.kind = kind;
      this.typeId = typeId;
      this.firstStack = firstStack;
      this.secondStack = secondStack;
      this.detail = detail;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MisuseKey that
          && kind == that.kind
          && typeId == that.typeId
          && firstStack == that.firstStack
          && secondStack == that.secondStack
          && detail == that.detail;
    }

    @Override
    public int hashCode() {
      return (((kind.code() * 31 + typeId) * 31 + firstStack) * 31 + secondStack) * 31 + detail;
    }
  }
}
