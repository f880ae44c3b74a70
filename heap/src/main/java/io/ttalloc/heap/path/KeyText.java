package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.dump.HeapDump;
import io.ttalloc.text.SourceNames;

/** Text for the keys of maps and the elements of sets. */
final class KeyText {
  private static final int MAX_CHARACTERS = 40;

  private KeyText() {}

  /**
   * Returns the value of a string, boxed value, enum constant or class; for any other object, its
   * class.
   */
  static String of(HeapDump heap, int key) {
    HeapClass asClass = heap.asClass(key);
    if (asClass != null) {
      return SourceNames.simpleQualifier(asClass.name()) + ".class";
    }
    HeapClass type = key < 0 ? null : heap.classOf(key);
    if (type == null) {
      return "?";
    }
    if (type.is("java.lang.Enum")) {
      return constant(heap, type, key);
    }
    return switch (type.name()) {
      case "java.lang.String" -> '"' + cut(heap.text(key)) + '"';
      case "java.lang.Integer" -> String.valueOf(heap.number(key, "value", 0));
      case "java.lang.Long" -> String.valueOf(heap.longNumber(key, "value", 0));
      case "java.lang.Float" -> String.valueOf(Float.intBitsToFloat(heap.number(key, "value", 0)));
      case "java.lang.Double" ->
          String.valueOf(Double.longBitsToDouble(heap.longNumber(key, "value", 0)));
      case "java.lang.Short" -> String.valueOf((short) heap.shortNumber(key, "value", 0));
      case "java.lang.Byte" -> String.valueOf((byte) heap.byteNumber(key, "value", 0));
      case "java.lang.Character" -> "'" + (char) heap.shortNumber(key, "value", 0) + "'";
      case "java.lang.Boolean" -> String.valueOf(heap.byteNumber(key, "value", 0) != 0);
      default -> SourceNames.simple(type.name());
    };
  }

  /**
   * The text of an enum constant. A constant with a body has its own class, a subclass of the enum.
   */
  private static String constant(HeapDump heap, HeapClass type, int key) {
    HeapClass superclass = type.superclass();
    HeapClass declared =
        superclass == null || superclass.name().equals("java.lang.Enum") ? type : superclass;
    return SourceNames.simpleQualifier(declared.name())
        + "."
        + cut(heap.text(heap.reference(key, "name")));
  }

  private static String cut(String text) {
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
  }
}
