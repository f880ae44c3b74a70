package io.ttalloc.rules;

import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a class that a clause names: all with one name, or only the one with the given
 * parameter types.
 *
 * @param name a method's name, or {@link #CONSTRUCTOR}
 * @param parameterTypes type names, simple ({@code MeshDevice}, {@code Map$Entry}, {@code Entry},
 *     {@code long[]}) or binary ({@code java.util.Map$Entry}); null means any parameters
 * @param position where the pattern was written
 */
public record MethodPattern(String name, @Nullable List<String> parameterTypes, Position position) {

  /** The name of constructors. */
  public static final String CONSTRUCTOR = "<init>";

  /** The name of the static initializer of a class, which few clauses can name. */
  public static final String INITIALIZER = "<clinit>";

  /** The syntax of a method pattern, for messages. */
  public static final String SYNTAX =
      "a method NAME, NAME(Type,Type) with simple or binary names of the erased parameter types, or"
          + " <init>";

  public MethodPattern {
    parameterTypes = parameterTypes == null ? null : List.copyOf(parameterTypes);
  }

  /** Parses a pattern; null if the text is not a pattern. */
  public static @Nullable MethodPattern parse(String text, Position position) {
    int open = text.indexOf('(');
    String name = (open < 0 ? text : text.substring(0, open)).trim();
    if (!name.equals(CONSTRUCTOR) && !Names.isIdentifier(name)) {
      return null;
    }
    if (open < 0) {
      return new MethodPattern(name, null, position);
    }
    if (!text.endsWith(")")) {
      return null;
    }
    List<String> types = new ArrayList<>();
    int start = open + 1;
    int end = text.length() - 1;
    boolean none = text.substring(start, end).isBlank();
    while (!none) {
      int comma = text.indexOf(',', start);
      int stop = comma < 0 ? end : comma;
      String type = parameterType(text.substring(start, stop).trim());
      if (type == null) {
        return null;
      }
      types.add(type);
      if (comma < 0) {
        break;
      }
      start = comma + 1;
    }
    return new MethodPattern(name, types, position);
  }

  /** Whether the pattern matches constructors. */
  public boolean isConstructor() {
    return name.equals(CONSTRUCTOR);
  }

  /** Whether the pattern matches static initializers. */
  public boolean isInitializer() {
    return name.equals(INITIALIZER);
  }

  /**
   * Whether the pattern covers all methods with its name, so that a class may inherit one of them
   * and declare another.
   */
  public boolean isOverloadable() {
    return parameterTypes == null && !isConstructor() && !isInitializer();
  }

  /**
   * Whether the pattern covers a method.
   *
   * @param methodName the name as in the class file ({@code <init>} for constructors)
   * @param descriptor the JVM descriptor, for example {@code (Lcom/acme/Device;J)V}
   */
  public boolean matches(String methodName, String descriptor) {
    if (!methodName.equals(name)) {
      return false;
    }
    List<String> expected = parameterTypes;
    if (expected == null) {
      return true;
    }
    int at = 1;
    for (int i = 0; i < expected.size(); i++) {
      if (descriptor.charAt(at) == ')') {
        return false;
      }
      int end = endOfType(descriptor, at);
      if (!typeMatches(expected.get(i), descriptor, at, end)) {
        return false;
      }
      at = end;
    }
    return descriptor.charAt(at) == ')';
  }

  /** Whether this pattern covers everything that the other pattern covers. */
  public boolean covers(MethodPattern other) {
    return name.equals(other.name)
        && (parameterTypes == null || parameterTypes.equals(other.parameterTypes));
  }

  /** Whether any of the patterns covers everything that another pattern covers. */
  public static boolean anyCovers(List<MethodPattern> patterns, MethodPattern other) {
    for (MethodPattern each : patterns) {
      if (each.covers(other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the pattern covers a field, or a method without parameters. */
  public boolean covers(Value.Step member) {
    return name.equals(member.name())
        && (parameterTypes == null || (member.isMethod() && parameterTypes.isEmpty()));
  }

  /** The pattern as it is written in a rule file. */
  @Override
  public String toString() {
    if (parameterTypes == null) {
      return name;
    }
    StringBuilder text = new StringBuilder(name).append('(');
    for (int i = 0; i < parameterTypes.size(); i++) {
      text.append(i == 0 ? "" : ",").append(parameterTypes.get(i));
    }
    return text.append(')').toString();
  }

  private static @Nullable String parameterType(String written) {
    String type =
        written.endsWith("...")
            ? written.substring(0, written.length() - 3).trim().concat("[]")
            : written;
    String element = type;
    while (element.endsWith("[]")) {
      element = element.substring(0, element.length() - 2);
    }
    return Names.isQualified(element) && !element.equals("void") ? type : null;
  }

  private static int endOfType(String descriptor, int start) {
    int at = start;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
  }

  private static boolean typeMatches(String type, String descriptor, int start, int end) {
    int at = start;
    int length = type.length();
    while (descriptor.charAt(at) == '[') {
      if (!type.startsWith("[]", length - 2)) {
        return false;
      }
      length -= 2;
      at++;
    }
    if (descriptor.charAt(at) != 'L') {
      String primitive = primitiveName(descriptor.charAt(at));
      return primitive.length() == length && type.startsWith(primitive);
    }
    // The name must end where the class name ends, and begin where the class name or one of its
    // segments begins.
    int from = end - 1 - length;
    if (from < at + 1) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char written = type.charAt(i);
      char actual = descriptor.charAt(from + i);
      if (written != actual && !(written == '.' && actual == '/')) {
        return false;
      }
    }
    char before = descriptor.charAt(from - 1);
    boolean simple = type.lastIndexOf('.', length - 1) < 0;
    return from == at + 1 || (simple && (before == '/' || before == '$'));
  }

  private static String primitiveName(char code) {
    return switch (code) {
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'D' -> "double";
      case 'F' -> "float";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'S' -> "short";
      case 'Z' -> "boolean";
      default -> "";
    };
  }
}
