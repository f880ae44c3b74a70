package io.ttalloc.agent.check;

import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.match.TypeWords;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Finds methods of one class that open and close something, judging by their names: create and
 * destroy, open and close, acquire and release, alloc and free, new and delete, followed by the
 * same suffix. What they open may be an object or a number.
 */
final class NamedPairs {
  private static final Map<String, List<String>> CLOSERS =
      Map.of(
          "create", List.of("destroy", "delete", "release", "free"),
          "open", List.of("close"),
          "acquire", List.of("release"),
          "alloc", List.of("free", "release", "dealloc"),
          "allocate", List.of("free", "release", "deallocate"),
          "new", List.of("delete", "free", "destroy"));

  /** Names of methods, besides close, that usually release the object on which they are called. */
  private static final Set<String> ENDS =
      Set.of(
          "release", "shutdown", "destroy", "dispose", "free", "delete", "terminate", "disconnect");

  /** The element of a rule for a method that opens or closes an object other than its receiver. */
  private static final String RESOURCE = "resource";

  private static final String KEY = "key";

  private record Method(
      boolean isStatic, boolean hasCode, String name, Type returned, List<Type> parameters) {}

  private final String className;
  private final boolean isCloseable;
  private final Set<String> keyTypes;
  private final List<Method> methods = new ArrayList<>();

  /**
   * @param isCloseable whether there is already a rule for objects of the class
   * @param keyTypes the types that existing rules give to numbers; the types for this class are
   *     added. Equal numbers of one type denote the same resource, so no two classes may hand out
   *     numbers of the same type
   */
  NamedPairs(String className, byte[] classFile, boolean isCloseable, Set<String> keyTypes) {
    this.className = className;
    this.isCloseable = isCloseable;
    this.keyTypes = keyTypes;
    for (ClassMembers.Method method : ClassMembers.ofAny(new ClassReader(classFile)).methods()) {
      add(method);
    }
  }

  /**
   * The rules for these methods, each with a comment that explains the guess; empty if there are
   * none.
   */
  String rules() {
    StringBuilder rules = new StringBuilder();
    for (Method closer : methods) {
      List<Method> ofNumber = new ArrayList<>();
      List<Method> ofResult = new ArrayList<>();
      List<Method> ofItself = new ArrayList<>();
      for (Method opener : methods) {
        if (!fit(opener.name, closer.name)) {
          continue;
        }
        if (isHandle(opener.returned)) {
          add(opener, ofNumber, closer.equals(closerOfNumbers(opener)));
        } else if (opener.hasCode && closer.hasCode) {
          add(opener, ofResult, isObject(opener.returned) && takes(closer, opener.returned));
          add(opener, ofItself, !isCloseable && isOfItself(opener, closer));
        }
      }
      if (!ofNumber.isEmpty()) {
        rules.append(rule(ofNumber, overloads(closer), keyType(ofNumber.get(0)), KEY));
      }
      if (!ofResult.isEmpty()) {
        String type = TypeWords.of(ofResult.get(0).returned.getInternalName(), null);
        rules.append(rule(ofResult, List.of(closer), type, RESOURCE));
      }
      if (!ofItself.isEmpty()) {
        rules.append(rule(ofItself, List.of(closer), TypeWords.of(internalName(), null), ""));
      }
    }
    return rules.toString();
  }

  /**
   * A YAML comment on methods that may close an object, although no method opens it; empty if there
   * are none.
   */
  String leftOut() {
    List<String> ends =
        methods.stream()
            .filter(method -> !method.isStatic && method.hasCode && method.parameters.isEmpty())
            .filter(method -> ENDS.contains(method.name))
            .map(NamedPairs::written)
            .toList();
    return ends.isEmpty()
        ? ""
        : "  # left out: "
            + className
            + "; if "
            + String.join(" or ", ends)
            + " closes it, write open: [<init>], close: ["
            + String.join(", ", ends)
            + "]\n";
  }

  /** The methods with the closer's name that take the same kind of number as the closer. */
  private List<Method> overloads(Method closer) {
    return methods.stream()
        .filter(other -> other.name.equals(closer.name))
        .filter(other -> takes(other, closer.parameters.get(0)))
        .toList();
  }

  private static void add(Method method, List<Method> to, boolean fits) {
    if (fits) {
      to.add(method);
    }
  }

  private String internalName() {
    return className.replace('.', '/');
  }

  /**
   * The most likely method to close the numbers that an opener returns; null if there is none. Only
   * one is chosen: a number that several rules open would count as a separate resource for each
   * rule.
   */
  private @Nullable Method closerOfNumbers(Method opener) {
    for (Map.Entry<String, List<String>> pair : CLOSERS.entrySet()) {
      for (String end : pair.getValue()) {
        for (Method closer : methods) {
          if (isPair(opener.name, pair.getKey(), closer.name, end)
              && takes(closer, opener.returned)) {
            return closer;
          }
        }
      }
    }
    return null;
  }

  /**
   * A type for numbers that is not in use yet. For class {@code Codec} and method {@code
   * createStream}, it is {@code codec stream}.
   */
  private String keyType(Method opener) {
    int capital = 0;
    while (capital < opener.name.length() && !Character.isUpperCase(opener.name.charAt(capital))) {
      capital++;
    }
    String words = TypeWords.of(internalName(), null);
    String what = opener.name.substring(capital);
    String first = what.isEmpty() ? words : words + " " + TypeWords.of(what, null);
    String type = first;
    for (int number = 2; !keyTypes.add(type); number++) {
      type = first + " " + number;
    }
    return type;
  }

  private static boolean takes(Method closer, Type opened) {
    return !closer.parameters.isEmpty() && closer.parameters.get(0).equals(opened);
  }

  private static boolean isOfItself(Method opener, Method closer) {
    return !opener.isStatic
        && !closer.isStatic
        && opener.returned.getSort() == Type.VOID
        && closer.parameters.isEmpty();
  }

  private static boolean fit(String opener, String closer) {
    return CLOSERS.entrySet().stream()
        .anyMatch(
            pair ->
                pair.getValue().stream()
                    .anyMatch(end -> isPair(opener, pair.getKey(), closer, end)));
  }

  /**
   * Whether the opener's name starts with {@code begin}, and the closer's name is {@code end}
   * followed by the rest of the opener's name.
   */
  private static boolean isPair(String opener, String begin, String closer, String end) {
    if (!opener.startsWith(begin)) {
      return false;
    }
    String rest = opener.substring(begin.length());
    return (rest.isEmpty() || Character.isUpperCase(rest.charAt(0))) && closer.equals(end + rest);
  }

  /**
   * Formats a rule.
   *
   * @param by the element that names the methods' resource: {@link #RESOURCE}, {@link #KEY}, or
   *     empty if the resource is their receiver
   */
  private String rule(List<Method> openers, List<Method> closers, String type, String by) {
    // Numbers of type int usually start at 1 in each object. A long is usually an address, unique
    // in the process.
    boolean ofObject =
        by.equals(KEY)
            && openers.get(0).returned.getSort() == Type.INT
            && Stream.concat(openers.stream(), closers.stream()).noneMatch(Method::isStatic);
    String of = ofObject ? ", of: this" : "";
    return "  # guess: from the names "
        + openers.get(0).name
        + " and "
        + closers.get(0).name
        + (by.equals(KEY) ? "; these methods return and free numbers" : "")
        + (ofObject ? ", which may be unique only in one object" : "")
        + "\n  - class: "
        + className
        + "\n    type: \""
        + type
        + "\"\n    open: ["
        + written(openers, by, "result" + of)
        + "]\n    close: ["
        + written(closers, by, "$0" + of)
        + "]\n";
  }

  private static String written(List<Method> methods, String by, String value) {
    String begin = by.isEmpty() ? "\"" : "{method: \"";
    String end = by.isEmpty() ? "\"" : "\", " + by + ": " + value + "}";
    return methods.stream()
        .map(method -> begin + written(method) + end)
        .collect(Collectors.joining(", "));
  }

  private static boolean isObject(Type type) {
    return type.getSort() == Type.OBJECT;
  }

  /** Whether values of the type may be handles of native code. */
  private static boolean isHandle(Type type) {
    return type.getSort() == Type.LONG || type.getSort() == Type.INT;
  }

  private static String written(Method method) {
    return method.parameters.stream()
        .map(Type::getClassName)
        .collect(Collectors.joining(",", method.name + "(", ")"));
  }

  private void add(ClassMembers.Method declared) {
    int hidden = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_ABSTRACT;
    Method method =
        new Method(
            (declared.access() & Opcodes.ACC_STATIC) != 0,
            (declared.access() & Opcodes.ACC_NATIVE) == 0,
            declared.name(),
            Type.getReturnType(declared.descriptor()),
            List.of(Type.getArgumentTypes(declared.descriptor())));
    boolean canBeWritten =
        MethodPattern.parse(written(method), Position.wholeFile("draft")) != null
            && ClassPattern.parse(className) != null;
    if ((declared.access() & hidden) == 0 && canBeWritten) {
      methods.add(method);
    }
  }
}
