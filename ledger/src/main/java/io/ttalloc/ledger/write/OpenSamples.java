package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.KIND_SLOTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.RecordIndex;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.mapped.Words;
import io.ttalloc.ledger.slots.Slots;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the open resources of every tally at marks.
 *
 * <p>There are cells for {@link RecordLayout#SAMPLES} marks. When all cells are in use, the counts
 * at every second mark are dropped, and from then on only every second mark is counted. The cells
 * therefore always cover the whole run; in a run of a million marks, about 250 marks are counted. A
 * cell never moves. Each cell, and each count of a tally in a cell, is stored with the number of
 * its mark. By comparing these numbers, readers recognize a count that belongs to another mark, so
 * a writer may die between any two stores.
 *
 * <p>No thread waits: a mark that is set while another thread is counting is skipped.
 */
final class OpenSamples {
  /**
   * The maximum number of tallies with counts; the growth of later tallies is judged by the times
   * of their openings.
   */
  static final int MAX_TALLIES = 1 << 14;

  /**
   * The maximum number of segments of slots to scan. If there are more, bytes are not summed,
   * because that would take milliseconds.
   */
  private static final int MAX_SCANNED_SEGMENTS = 4;

  private final SegmentedFile file;
  private final RecordArea records;
  private final RecordIndex[] tallies;
  private final Slots pool;
  private final AtomicLong marks = new AtomicLong();
  private final AtomicBoolean counting = new AtomicBoolean();

  /** Only marks whose numbers are multiples of this are counted. */
  private volatile long stride = 1;

  // Used only by the counting thread.
  private int samples;
  private int tallyCount;
  private long lastMark;
  private boolean complete;

  OpenSamples(SegmentedFile file, RecordArea records, TallyTable tallies, Slots pool) {
    this.file = file;
    this.records = records;
    this.tallies = tallies.all();
    this.pool = pool;
  }

  /** Whether any mark was set. */
  boolean isMarked() {
    return marks.get() != 0;
  }

  /**
   * Counts the open resources at a mark unless the mark is skipped. Returns false if the ledger
   * could not grow to store the counts.
   */
  boolean take(long nanos) {
    long mark = marks.incrementAndGet();
    if (mark % stride != 0 || !counting.compareAndSet(false, true)) {
      return true;
    }
    try {
      return mark <= lastMark || count(mark, nanos);
    } finally {
      counting.set(false);
    }
  }

  private boolean count(long mark, long nanos) {
    if (samples == 0) {
      samples = records.reserve(SAMPLES_BYTES, false);
      if (samples == 0) {
        return false;
      }
      records.commit(samples, RECORD_SAMPLES);
    }
    MappedByteBuffer segment = records.segmentOf(samples);
    int cell = unusedCell(segment);
    if (cell < 0) {
      thin(segment);
      cell = unusedCell(segment);
    }
    if (mark % stride != 0) {
      return true;
    }
    lastMark = mark;
    complete = true;
    long opened = countTallies(mark, cell);
    boolean withBytes = addBytes(mark, cell);
    int at = sampleAt(cell);
    segment.putLong(at + SAMPLE_NANOS, nanos);
    segment.putLong(at + SAMPLE_OPENED, opened);
    segment.putLong(at + SAMPLE_FLAGS, withBytes ? SAMPLE_HAS_BYTES : 0);
    Words.publishLong(segment, at + SAMPLE_MARK, mark);
    return complete;
  }

  private int sampleAt(int cell) {
    return RecordArea.payloadOffset(samples) + cell * SAMPLE_BYTES;
  }

  private int unusedCell(MappedByteBuffer segment) {
    for (int cell = 0; cell < SAMPLES; cell++) {
      if (segment.getLong(sampleAt(cell) + SAMPLE_MARK) == 0) {
        return cell;
      }
    }
    return -1;
  }

  /** Drops every second sample. */
  private void thin(MappedByteBuffer segment) {
    long doubled = stride * 2;
    for (int cell = 0; cell < SAMPLES; cell++) {
      if (segment.getLong(sampleAt(cell) + SAMPLE_MARK) % doubled != 0) {
        Words.publishLong(segment, sampleAt(cell) + SAMPLE_MARK, 0);
      }
    }
    stride = doubled;
  }

  /** Counts the open resources of each tally; returns the number of resources ever opened. */
  private long countTallies(long mark, int cell) {
    long opened = 0;
    for (RecordIndex table : tallies) {
      for (int chain = 0; chain < table.chains(); chain++) {
        for (int id = table.first(chain); id != 0; id = table.next(id)) {
          opened += countTally(id, mark, cell);
        }
      }
    }
    return opened;
  }

  /** Whether anything was opened but not closed, including collected resources. */
  boolean isAnyOpen() {
    for (RecordIndex table : tallies) {
      for (int chain = 0; chain < table.chains(); chain++) {
        for (int id = table.first(chain); id != 0; id = table.next(id)) {
          MappedByteBuffer segment = records.segmentOf(id);
          int tally = RecordArea.payloadOffset(id);
          if (sum(segment, tally, COUNT_OPENED) > sum(segment, tally, COUNT_CLOSED)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private long countTally(int id, long mark, int cell) {
    MappedByteBuffer segment = records.segmentOf(id);
    int tally = RecordArea.payloadOffset(id);
    // Closes are read first, so that concurrent openings and closes cannot make the difference
    // negative.
    long gone = sum(segment, tally, COUNT_CLOSED) + Words.getLong(segment, tally + TALLY_HOLLOW);
    long opened = sum(segment, tally, COUNT_OPENED);
    int counts = segment.getInt(tally + TALLY_OPEN);
    if (counts == 0 && opened > gone) {
      counts = addCounts(segment, tally);
    }
    if (counts != 0) {
      MappedByteBuffer cells = records.segmentOf(counts);
      int at = RecordArea.payloadOffset(counts) + cell * OPEN_CELL_BYTES;
      cells.putLong(at + OPEN_COUNT, Math.max(0, opened - gone));
      // These are the bytes of resources without a slot; the bytes of all other resources are added
      // when slots are scanned.
      cells.putLong(at + OPEN_BYTES_HELD, Words.getLong(segment, tally + TALLY_FOLDED_BYTES));
      Words.publishLong(cells, at + OPEN_MARK, mark);
    }
    return opened;
  }

  private int addCounts(MappedByteBuffer segment, int tally) {
    if (tallyCount == MAX_TALLIES) {
      return 0;
    }
    int counts = records.reserve(OPEN_BYTES, false);
    if (counts == 0) {
      complete = false;
      return 0;
    }
    tallyCount++;
    records.commit(counts, RECORD_OPEN);
    Words.publishInt(segment, tally + TALLY_OPEN, counts);
    return counts;
  }

  static long sum(MappedByteBuffer segment, int tally, int counter) {
    long sum = 0;
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      sum += Words.getLong(segment, tally + TALLY_HEAD_BYTES + stripe * STRIPE_BYTES + counter);
    }
    return sum;
  }

  /** Sums the bytes of open resources; returns false if there are too many slots. */
  private boolean addBytes(long mark, int cell) {
    int scanned = 0;
    int count = file.count();
    int fresh = pool.fresh();
    for (int number = 1; number < count; number++) {
      MappedByteBuffer slots = file.segment(number);
      if (Words.getInt(slots, SEGMENT_KIND) == KIND_SLOTS) {
        if (++scanned > MAX_SCANNED_SEGMENTS) {
          return false;
        }
        // Slots that had not been taken when the count began are skipped.
        int free = fresh & (SLOTS_PER_SEGMENT - 1);
        boolean newest = free != 0 && number == fresh >>> SLOTS_PER_SEGMENT_SHIFT;
        int end = newest ? free << SLOT_SHIFT : SEGMENT_BYTES;
        for (int at = SLOT_BYTES; at < end; at += SLOT_BYTES) {
          addBytes(slots, at, mark, cell);
        }
      }
    }
    return true;
  }

  private void addBytes(MappedByteBuffer slots, int at, long mark, int cell) {
    int state = Words.getInt(slots, at + SLOT_STATE);
    int kind = state & STATE_MASK;
    if (kind != STATE_OPEN && kind != STATE_CLOSING && kind != STATE_COLLECTED) {
      return;
    }
    int id = Words.getInt(slots, at + SLOT_TALLY);
    long bytes = Words.getLong(slots, at + SLOT_BYTES_HELD);
    boolean alias = (Words.getInt(slots, at + SLOT_DEVICE) >>> Short.SIZE & FLAG_ALIAS) != 0;
    // If the slot has been freed meanwhile, its tally word is a link to the next free slot.
    if (bytes <= 0 || alias || Words.getInt(slots, at + SLOT_STATE) != state) {
      return;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int counts = segment.getInt(RecordArea.payloadOffset(id) + TALLY_OPEN);
    if (counts != 0) {
      MappedByteBuffer cells = records.segmentOf(counts);
      int open = RecordArea.payloadOffset(counts) + cell * OPEN_CELL_BYTES;
      if (cells.getLong(open + OPEN_MARK) == mark) {
        cells.putLong(open + OPEN_BYTES_HELD, cells.getLong(open + OPEN_BYTES_HELD) + bytes);
      }
    }
  }
}
