package io.ttalloc.heap.dump;

/**
 * Converts class names to the form of {@code Class.getName}, without parts that differ in every
 * run.
 */
final class ClassNames {
  private ClassNames() {}

  /** The name of a type, converted from the form in the dump. */
  static String typeName(String inDump) {
    int dimensions = 0;
    while (dimensions < inDump.length() && inDump.charAt(dimensions) == '[') {
      dimensions++;
    }
    String element = inDump.substring(dimensions);
    if (dimensions > 0 && element.length() == 1) {
      element = primitive(element.charAt(0));
    } else if (dimensions > 0 && element.startsWith("L") && element.endsWith(";")) {
      element = element.substring(1, element.length() - 1);
    }
    // Removes the address of a hidden class, which is useless to a reader and differs in every run.
    int address = element.indexOf("0x");
    if (address > 0 && "+/.".indexOf(element.charAt(address - 1)) >= 0) {
      element = element.substring(0, address - 1);
    }
    return element.replace('/', '.') + "[]".repeat(dimensions);
  }

  private static String primitive(char code) {
    return switch (code) {
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      default -> String.valueOf(code);
    };
  }
}
