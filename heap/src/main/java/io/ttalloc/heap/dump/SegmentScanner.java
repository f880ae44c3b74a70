package io.ttalloc.heap.dump;

import static io.ttalloc.heap.dump.HprofTags.CLASS_DUMP;
import static io.ttalloc.heap.dump.HprofTags.INSTANCE_DUMP;
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

/**
 * Passes over the records within a heap dump, and checks that each record lies within its segment.
 */
final class SegmentScanner {
  /** Receives the records of a segment. */
  interface Visitor {
    /** Receives an object, which may be a class, and the position of its record. */
    void object(int tag, long position) throws UnreadableDumpException;

    /** Receives a root and the position of its record. */
    void root(int tag, long position) throws UnreadableDumpException;
  }

  private final DumpFile dump;
  private long end;

  SegmentScanner(DumpFile dump) {
    this.dump = dump;
  }

  void scan(long start, long end, Visitor visitor) throws UnreadableDumpException {
    this.end = end;
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
      dump.checkWithin(body, length, end);
      if (tag >= CLASS_DUMP && tag <= PRIMITIVE_ARRAY_DUMP) {
        visitor.object(tag, at);
      } else {
        visitor.root(tag, at);
      }
      at = body + length;
    }
  }

  private long instance(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    dump.checkWithin(body, 8 + 2L * id, end);
    return 8 + 2L * id + dump.u4(body + 4 + 2L * id);
  }

  private long objectArray(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    dump.checkWithin(body, 8 + 2L * id, end);
    return 8 + 2L * id + id * dump.u4(body + id + 4);
  }

  private long primitiveArray(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    dump.checkWithin(body, 9L + id, end);
    return 9 + id + dump.u4(body + id + 4) * valueBytes(dump.u1(body + id + 8), body);
  }

  /** The length of a class record, which depends on its content. */
  private long classDump(long body) throws UnreadableDumpException {
    int id = dump.idSize();
    long at = body + 8 + 7L * id;
    dump.checkWithin(body, at - body + 2, end);
    int constants = dump.u2(at);
    at += 2;
    for (int i = 0; i < constants; i++) {
      dump.checkWithin(at, 3, end);
      at += 3 + valueBytes(dump.u1(at + 2), at);
    }
    dump.checkWithin(at, 2, end);
    int statics = dump.u2(at);
    at += 2;
    for (int i = 0; i < statics; i++) {
      dump.checkWithin(at, id + 1L, end);
      at += id + 1 + valueBytes(dump.u1(at + id), at);
    }
    dump.checkWithin(at, 2, end);
    int fields = dump.u2(at);
    at += 2;
    dump.checkWithin(at, fields * (id + 1L), end);
    for (int i = 0; i < fields; i++) {
      valueBytes(dump.u1(at + i * (id + 1L) + id), at);
    }
    return at + fields * (id + 1L) - body;
  }

  private long root(int tag, long at) throws UnreadableDumpException {
    int id = dump.idSize();
    return switch (tag) {
      case ROOT_UNKNOWN, ROOT_STICKY_CLASS, ROOT_MONITOR -> id;
      case ROOT_JNI_GLOBAL -> 2L * id;
      case ROOT_NATIVE_STACK, ROOT_THREAD_BLOCK -> id + 4;
      case ROOT_JNI_LOCAL, ROOT_JAVA_FRAME, ROOT_THREAD -> id + 8;
      default ->
          throw new UnreadableDumpException(
              "has a record of kind 0x"
                  + Integer.toHexString(tag)
                  + " at byte "
                  + at
                  + ", a kind that HotSpot does not write");
    };
  }

  private int valueBytes(int type, long at) throws UnreadableDumpException {
    int bytes = HprofTags.bytesOf(type, dump.idSize());
    if (bytes == 0) {
      throw new UnreadableDumpException(
          "is damaged: a value near byte " + at + " has the unknown type " + type);
    }
    return bytes;
  }
}
