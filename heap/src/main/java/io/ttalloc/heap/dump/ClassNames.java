package io.ttalloc.heap.dump;

/** Names of classes as Java programmers write them. */
public final class ClassNames {
  private ClassNames() {}

  /** The name of a type from the name that a dump has. */
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
    // The address of a hidden class: it tells nobody anything, and differs in every run.
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

  /**
   * The name without its package, with dots between a class and those nested in it. A lambda has
   * only a number, which differs between runs, so it is called by the class that it is in.
   */
  public static String simple(String typeName) {
    int lambda = typeName.indexOf("$$Lambda");
    if (lambda > 0) {
      return "lambda in " + simple(typeName.substring(0, lambda));
    }
    return typeName.substring(typeName.lastIndexOf('.') + 1).replace('$', '.');
  }
}
