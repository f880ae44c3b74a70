package io.ttalloc.heap.dump;

/** How the JVM that was dumped stores the characters of strings. */
final class Strings {
  private Strings() {}

  /** Whether the lower byte of a character comes first, as the dump's own classes say. */
  static boolean areLittleEndian(HeapDump heap) {
    for (HeapClass c : heap.classes()) {
      if (c.name().equals("java.lang.StringUTF16")) {
        return c.staticNumber("HI_BYTE_SHIFT", 0) == 0;
      }
    }
    return true;
  }
}
