package io.ttalloc.heap.dump;

/** The header of a dump: its format and the size of its ids. */
final class DumpHeader {
  private static final String HPROF = "JAVA PROFILE 1.0.";

  /** The start of a dump of OpenJ9, after the two-byte length of this text. */
  private static final String PORTABLE = "portable heap dump";

  private DumpHeader() {}

  /** Checks the header, sets the size of ids, and returns where the records begin. */
  static long read(DumpFile dump) throws UnreadableDumpException {
    if (dump.size() == 0) {
      throw new UnreadableDumpException("is empty");
    }
    String start = text(dump);
    if (!start.startsWith(HPROF)) {
      throw new UnreadableDumpException(foreign(dump, start));
    }
    if (start.startsWith(HPROF + "3")) {
      throw new UnreadableDumpException(
          "is an Android heap dump; only HotSpot heap dumps can be read");
    }
    long end = start.length() + 1L;
    if (end + 12 > dump.size()) {
      throw new UnreadableDumpException("is truncated: it ends within its header");
    }
    long idSize = dump.u4(end);
    if (idSize != 4 && idSize != 8) {
      throw new UnreadableDumpException(
          "is damaged: its ids have " + idSize + " bytes, expected 4 or 8");
    }
    dump.idSize((int) idSize);
    return end + 12;
  }

  /**
   * The time at which the dump was started, in milliseconds since the epoch; {@link #read} must
   * have been called.
   */
  static long takenMillis(DumpFile dump) {
    return dump.i8(text(dump).length() + 5L);
  }

  private static String foreign(DumpFile dump, String start) {
    if (dump.size() >= 2 && dump.u2(0) == 0x1f8b) {
      return "is compressed; unpack it with gunzip first";
    }
    if (dump.size() > 20 && dump.utf8(2, PORTABLE.length()).equals(PORTABLE)) {
      return "is an OpenJ9 heap dump; only HotSpot heap dumps can be read";
    }
    return start.length() == dump.size() && HPROF.startsWith(start)
        ? "is truncated: it ends within its header"
        : "is not a heap dump: it does not begin with \"JAVA PROFILE\"";
  }

  /** The characters before the first zero byte, at most 32. */
  private static String text(DumpFile dump) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(32, dump.size()) && dump.u1(i) != 0; i++) {
      text.append((char) dump.u1(i));
    }
    return text.toString();
  }
}
