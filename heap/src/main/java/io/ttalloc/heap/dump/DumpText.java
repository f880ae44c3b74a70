package io.ttalloc.heap.dump;

/** Names and stack frames of a dump as text. */
final class DumpText {
  private DumpText() {}

  /** A name by its id; "?" if the dump does not contain the name. */
  static String name(DumpFile dump, DumpIndex index, long nameId) {
    long record = index.names.valueOf(nameId);
    if (record < 0) {
      return "?";
    }
    int id = dump.idSize();
    return dump.utf8(record + 9 + id, dump.u4(record + 5) - id);
  }

  /** The number of frames of a stack; 0 if the dump does not contain the stack. */
  static long frames(DumpFile dump, DumpIndex index, long traceSerial) {
    long trace = index.traces.valueOf(traceSerial);
    return trace < 0 ? 0 : dump.u4(trace + 8);
  }

  /** A frame in the form of a Java stack trace; empty if the dump does not contain the frame. */
  static String frame(DumpFile dump, DumpIndex index, long traceSerial, int number) {
    long trace = index.traces.valueOf(traceSerial);
    if (number < 0 || number >= frames(dump, index, traceSerial)) {
      return "";
    }
    int id = dump.idSize();
    long frame = index.frames.valueOf(dump.id(trace + 12 + (long) number * id));
    if (frame < 0) {
      return "";
    }
    String file = name(dump, index, dump.id(frame + 3L * id));
    return call(dump, index, frame) + "(" + place(file, dump.i4(frame + 4L * id + 4)) + ")";
  }

  /**
   * The class and method of a frame.
   *
   * @param frame the position of the frame's record
   */
  static String call(DumpFile dump, DumpIndex index, long frame) {
    int id = dump.idSize();
    long classId = index.classSerials.valueOf(dump.u4(frame + 4L * id));
    String type = ClassNames.typeName(name(dump, index, index.classNames.valueOf(classId)));
    return type + "." + name(dump, index, dump.id(frame + id));
  }

  private static String place(String file, int line) {
    if (line == -3) {
      return "Native Method";
    }
    if (file.equals("?")) {
      return "Unknown Source";
    }
    return line > 0 ? file + ":" + line : file;
  }
}
