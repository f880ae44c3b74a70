package io.ttalloc.heap.dump;

import static io.ttalloc.heap.dump.HprofTags.CLASS_DUMP;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP_END;
import static io.ttalloc.heap.dump.HprofTags.HEAP_DUMP_SEGMENT;
import static io.ttalloc.heap.dump.HprofTags.INSTANCE_DUMP;
import static io.ttalloc.heap.dump.HprofTags.LOAD_CLASS;
import static io.ttalloc.heap.dump.HprofTags.OBJECT_ARRAY_DUMP;
import static io.ttalloc.heap.dump.HprofTags.PRIMITIVE_ARRAY_DUMP;
import static io.ttalloc.heap.dump.HprofTags.ROOT_JAVA_FRAME;
import static io.ttalloc.heap.dump.HprofTags.ROOT_JNI_GLOBAL;
import static io.ttalloc.heap.dump.HprofTags.ROOT_JNI_LOCAL;
import static io.ttalloc.heap.dump.HprofTags.ROOT_MONITOR;
import static io.ttalloc.heap.dump.HprofTags.ROOT_NATIVE_STACK;
import static io.ttalloc.heap.dump.HprofTags.ROOT_STICKY_CLASS;
import static io.ttalloc.heap.dump.HprofTags.ROOT_THREAD;
import static io.ttalloc.heap.dump.HprofTags.ROOT_THREAD_BLOCK;
import static io.ttalloc.heap.dump.HprofTags.ROOT_UNKNOWN;
import static io.ttalloc.heap.dump.HprofTags.STACK_FRAME;
import static io.ttalloc.heap.dump.HprofTags.STACK_TRACE;
import static io.ttalloc.heap.dump.HprofTags.UTF8;

/**
 * The one pass over a whole dump, which notes where everything is.
 *
 * <p>Every record is checked to lie within the file, and what is within a heap dump to lie within
 * its segment, so that later reads at the noted positions cannot leave the file.
 */
final class DumpScanner {
  private final MappedDump dump;
  private final DumpIndex index;
  private long position;

  /** The end of the record that is being read. */
  private long end;

  private boolean heapSeen;
  private boolean endSeen;

  DumpScanner(MappedDump dump, DumpIndex index) {
    this.dump = dump;
    this.index = index;
  }

  void scan() throws UnreadableDumpException {
    position = DumpHeader.read(dump);
    while (position < dump.size()) {
      end = dump.size();
      within(position, 9);
      int tag = dump.u1(position);
      long body = position + 9;
      within(body, dump.u4(position + 5));
      end = body + dump.u4(position + 5);
      record(tag, body);
      position = end;
    }
    // HotSpot ends a dump of segments by a record of its own.
    if (!heapSeen || !endSeen) {
      throw new UnreadableDumpException("is truncated: it has no end record");
    }
    index.complete();
  }

  private void record(int tag, long body) throws UnreadableDumpException {
    int id = dump.idSize();
    switch (tag) {
      case UTF8 -> {
        within(body, id);
        index.names.add(dump.id(body), position);
      }
      case LOAD_CLASS -> {
        within(body, 8 + 2L * id);
        index.classSerials.add(dump.u4(body), dump.id(body + 4));
        index.classNames.add(dump.id(body + 4), dump.id(body + 8 + id));
      }
      case STACK_FRAME -> {
        within(body, 8 + 4L * id);
        index.frames.add(dump.id(body), body);
      }
      case STACK_TRACE -> {
        within(body, 12);
        within(body + 12, id * dump.u4(body + 8));
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

  /** A file of zeros, say, must not be read as records without a body to its end. */
  private void checkKnown(int tag) throws UnreadableDumpException {
    if (!HprofTags.isOfProfilers(tag)) {
      throw new UnreadableDumpException(
          "is damaged: the record at byte "
              + position
              + " is of the unknown kind 0x"
              + Integer.toHexString(tag));
    }
  }

  private void segment(long start) throws UnreadableDumpException {
    long at = start;
    while (at < end) {
      int tag = dump.u1(at);
      long body = at + 1;
      long length =
          switch (tag) {
            case CLASS_DUMP -> classDump(body);
            case INSTANCE_DUMP -> instance(body);
            case OBJECT_ARRAY_DUMP -> objectArray(body);
            case PRIMITIVE_ARRAY_DUMP -> primitiveArray(body);
            default -> root(tag, at);
          };
      within(body, length);
      if (tag >= CLASS_DUMP && tag <= PRIMITIVE_ARRAY_DUMP) {
        index.objects.add(dump.id(body), at);
      }
      at = body + length;
    }
  }

  private long instance(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    within(body, 8 + 2L * id);
    return 8 + 2L * id + dump.u4(body + 4 + 2L * id);
  }

  private long objectArray(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    within(body, 8 + 2L * id);
    return 8 + 2L * id + id * dump.u4(body + id + 4);
  }

  private long primitiveArray(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    within(body, 9L + id);
    return 9 + id + dump.u4(body + id + 4) * valueBytes(dump.u1(body + id + 8), body);
  }

  /** Adds the class; the length of its record depends on what is in it. */
  private long classDump(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    long at = body + 8 + 7L * id;
    within(body, at - body + 2);
    int constants = dump.u2(at);
    at += 2;
    for (int i = 0; i < constants; i++) {
      within(at, 3);
      at += 3 + valueBytes(dump.u1(at + 2), at);
    }
    within(at, 2);
    int statics = dump.u2(at);
    at += 2;
    for (int i = 0; i < statics; i++) {
      within(at, id + 1L);
      at += id + 1 + valueBytes(dump.u1(at + id), at);
    }
    within(at, 2);
    int fields = dump.u2(at);
    at += 2;
    within(at, fields * (id + 1L));
    for (int i = 0; i < fields; i++) {
      valueBytes(dump.u1(at + i * (id + 1L) + id), at);
    }
    index.classes.add(dump.id(body), body);
    return at + fields * (id + 1L) - body;
  }

  private long root(int tag, long at) throws UnreadableDumpException {
    int id = dump.idSize();
    int length =
        switch (tag) {
          case ROOT_UNKNOWN, ROOT_STICKY_CLASS, ROOT_MONITOR -> id;
          case ROOT_JNI_GLOBAL -> 2 * id;
          case ROOT_NATIVE_STACK, ROOT_THREAD_BLOCK -> id + 4;
          case ROOT_JNI_LOCAL, ROOT_JAVA_FRAME, ROOT_THREAD -> id + 8;
          default ->
              throw new UnreadableDumpException(
                  "has a record at byte "
                      + at
                      + " that HotSpot does not write (0x"
                      + Integer.toHexString(tag)
                      + ")");
        };
    within(at + 1, length);
    index.roots.add(dump.id(at + 1), at);
    if (tag == ROOT_THREAD) {
      index.threads.add(dump.u4(at + 1 + id), at);
    }
    return length;
  }

  private int valueBytes(int type, long at) throws UnreadableDumpException {
    int bytes = HprofTags.bytesOf(type, dump.idSize());
    if (bytes == 0) {
      throw new UnreadableDumpException(
          "is damaged: a value near byte " + at + " has the unknown type " + type);
    }
    return bytes;
  }

  private void within(long at, long length) throws UnreadableDumpException {
    if (length < 0 || at + length > end) {
      throw new UnreadableDumpException(
          end == dump.size()
              ? "is truncated: what begins at byte " + at + " goes on behind the end of the file"
              : "is damaged: what begins at byte " + at + " is longer than its record");
    }
  }
}
