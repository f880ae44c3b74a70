package io.ttalloc.heap.dump;

import static io.ttalloc.heap.dump.HprofTags.CLASS_DUMP;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP_END;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP_SEGMENT;
import static io.ttalloc.heap.dump.HprofTags.LOAD_CLASS;
import static io.ttalloc.heap.dump.HprofTags.ROOT_THREAD;
import static io.ttalloc.heap.dump.HprofTags.STACK_FRAME;
import static io.ttalloc.heap.dump.HprofTags.STACK_TRACE;
import static io.ttalloc.heap.dump.HprofTags.UTF8;

/**
 * Collects, in one pass, the ids of the objects in a dump and the positions of everything else. The
 * objects are visited in a second pass, by {@link #locateObjects}.
 *
 * <p>Checks that every record lies within the file, and every part of a heap dump within its
 * segment, so that later reads at the collected positions cannot leave the file.
 */
final class DumpScanner {
  private final DumpFile dump;
  private final DumpIndex index;
  private final SegmentScanner segmentScanner;
  private final Noting noting = new Noting();
  private long position;

  /** The end of the current record. */
  private long end;

  private boolean heapSeen;
  private boolean endSeen;

  DumpScanner(DumpFile dump, DumpIndex index) {
    this.dump = dump;
    this.index = index;
    this.segmentScanner = new SegmentScanner(dump);
  }

  void scan() throws UnreadableDumpException {
    position = DumpHeader.read(dump);
    while (position < dump.size()) {
      end = dump.size();
      dump.checkWithin(position, 9, end);
      int tag = dump.u1(position);
      long body = position + 9;
      dump.checkWithin(body, dump.u4(position + 5), end);
      end = body + dump.u4(position + 5);
      record(tag, body);
      position = end;
    }
    // HotSpot ends a segmented dump with a special record, so a dump without it is incomplete.
    if (!heapSeen || !endSeen) {
      throw new UnreadableDumpException("is truncated: its heap or its end record is missing");
    }
    index.complete();
    index.objects.completeIds(dump.size());
  }

  private void record(int tag, long body) throws UnreadableDumpException {
    int id = dump.idSize();
    switch (tag) {
      case UTF8 -> {
        dump.checkWithin(body, id, end);
        index.names.add(dump.id(body), position);
      }
      case LOAD_CLASS -> {
        dump.checkWithin(body, 8 + 2L * id, end);
        index.classSerials.add(dump.u4(body), dump.id(body + 4));
        index.classNames.add(dump.id(body + 4), dump.id(body + 8 + id));
      }
      case STACK_FRAME -> {
        dump.checkWithin(body, 8 + 4L * id, end);
        index.frames.add(dump.id(body), body);
      }
      case STACK_TRACE -> {
        dump.checkWithin(body, 12, end);
        dump.checkWithin(body + 12, id * dump.u4(body + 8), end);
        index.traces.add(dump.u4(body), body);
      }
      case HEAP_DUMP, HEAP_DUMP_SEGMENT -> {
        heapSeen = true;
        endSeen |= tag == HEAP_DUMP;
        segment(body);
      }
      case HEAP_DUMP_END -> endSeen = true;
      default -> checkKnown(tag);
    }
  }

  /**
   * Checks that a kind of record is known. Without this check, a file of zeros, for example, would
   * be read to its end as records without a body.
   */
  private void checkKnown(int tag) throws UnreadableDumpException {
    if (!HprofTags.isOfProfilers(tag)) {
      throw new UnreadableDumpException(
          "is damaged: the record at byte "
              + position
              + " has the unknown kind 0x"
              + Integer.toHexString(tag));
    }
  }

  /**
   * Collects ids, classes and roots; the positions of objects are collected only by the second
   * pass.
   */
  private void segment(long start) throws UnreadableDumpException {
    index.segments.add(start, end);
    segmentScanner.scan(start, end, noting);
  }

  private final class Noting implements SegmentScanner.Visitor {
    @Override
    public void object(int tag, long at) throws UnreadableDumpException {
      index.objects.add(dump.id(at + 1));
      if (tag == CLASS_DUMP) {
        index.classes.add(dump.id(at + 1), at + 1);
      }
    }

    @Override
    public void root(int tag, long at) throws UnreadableDumpException {
      index.roots.add(dump.id(at + 1), at);
      if (tag == ROOT_THREAD) {
        index.threads.add(dump.u4(at + 1 + dump.idSize()), at);
      }
    }
  }

  /** Visits the objects in a second pass, after all ids have been collected. */
  void locateObjects(SegmentScanner.Visitor visitor) throws UnreadableDumpException {
    for (int i = 0; i < index.segments.size(); i++) {
      segmentScanner.scan(index.segments.id(i), index.segments.value(i), visitor);
    }
  }
}
