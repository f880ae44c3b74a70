package io.ttalloc.heap.dump;

/** The tags of records, of records within a heap dump, and of value types. */
final class HprofTags {
  static final int UTF8 = 0x01;
  static final int LOAD_CLASS = 0x02;
  static final int STACK_FRAME = 0x04;
  static final int STACK_TRACE = 0x05;
  static final int HEAP_DUMP = 0x0C;
  static final int HEAP_DUMP_SEGMENT = 0x1C;
  static final int HEAP_DUMP_END = 0x2C;

  static final int ROOT_UNKNOWN = 0xFF;
  static final int ROOT_JNI_GLOBAL = 0x01;
  static final int ROOT_JNI_LOCAL = 0x02;
  static final int ROOT_JAVA_FRAME = 0x03;
  static final int ROOT_NATIVE_STACK = 0x04;
  static final int ROOT_STICKY_CLASS = 0x05;
  static final int ROOT_THREAD_BLOCK = 0x06;
  static final int ROOT_MONITOR = 0x07;
  static final int ROOT_THREAD = 0x08;
  static final int CLASS_DUMP = 0x20;
  static final int INSTANCE_DUMP = 0x21;
  static final int OBJECT_ARRAY_DUMP = 0x22;
  static final int PRIMITIVE_ARRAY_DUMP = 0x23;

  static final int TYPE_OBJECT = 2;

  private HprofTags() {}

  /** Whether only profilers use this kind of record: unloaded classes, threads, statistics. */
  static boolean isOfProfilers(int tag) {
    return tag == 3 || tag == 6 || tag == 7 || tag == 10 || tag == 11 || tag == 13 || tag == 14;
  }

  /** The size of a value in bytes; 0 if there is no such type. */
  static int bytesOf(int type, int idSize) {
    return switch (type) {
      case TYPE_OBJECT -> idSize;
      case 4, 8 -> 1; // boolean, byte
      case 5, 9 -> 2; // char, short
      case 6, 10 -> 4; // float, int
      case 7, 11 -> 8; // double, long
      default -> 0;
    };
  }
}
