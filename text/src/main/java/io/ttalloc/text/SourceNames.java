package io.ttalloc.text;

import java.util.Set;

/**
 * Names of classes and methods as they stand in the source. Whatever a person reads is worded here;
 * what a program reads has the names of the class file.
 *
 * <p>A {@code $} is also legal within a name, and generators of classes use it. It is taken for the
 * border between two classes only if each part behind a {@code $} begins with a capital letter, as
 * classes do by convention, or with the number that a compiler gives to local and anonymous
 * classes. {@code $Proxy12}, {@code Foo$}, {@code Foo$bar} and {@code Foo$ByteBuddy$kx3} remain as
 * they are, and so does what follows {@code $$}.
 *
 * <p>What has no name in the source is in angle brackets, like {@code <init>}. No name has blanks,
 * because a pattern of a stack separates its frames by them.
 */
public final class SourceNames {
  private static final String ANONYMOUS = "<anonymous>";
  private static final String LAMBDA = "<lambda>";

  private static final String LAMBDA_CLASS = "$$Lambda";
  private static final String GENERATED = "$$";
  private static final String JAVA_LAMBDA = "lambda$";
  private static final String KOTLIN_LAMBDA = "$lambda$";

  /** Parts by which libraries mark a class that they generate at run time. */
  private static final Set<String> GENERATORS =
      Set.of("HibernateProxy", "ByteBuddy", "MockitoMock");

  private SourceNames() {}

  /**
   * A class that stands alone: {@code java.util.Map.Entry}, {@code anonymous class in
   * com.acme.Main}, {@code lambda in com.acme.Main}.
   *
   * @param binaryName as {@code Class.getName} has it, or with {@code []} as the source has arrays
   */
  public static String of(String binaryName) {
    String name = qualifier(binaryName);
    int last = name.lastIndexOf('.');
    String outer = last < 0 ? "" : name.substring(0, last);
    return switch (name.substring(last + 1)) {
      case ANONYMOUS -> "anonymous class in " + outer;
      case LAMBDA -> "lambda in " + outer;
      default -> name;
    };
  }

  /** A class that stands alone, without its package. */
  public static String simple(String binaryName) {
    return of(withoutPackage(binaryName));
  }

  /**
   * A class to be followed by a member: {@code java.util.Map.Entry}, {@code
   * com.acme.Main.<anonymous>}, {@code com.acme.Main.<lambda>}.
   */
  public static String qualifier(String binaryName) {
    int simple = simpleFrom(binaryName);
    return binaryName.substring(0, simple) + nested(binaryName.substring(simple));
  }

  /** A class to be followed by a member, without its package. */
  public static String simpleQualifier(String binaryName) {
    return qualifier(withoutPackage(binaryName));
  }

  /** The name of a method; for a lambda, with the method around it: {@code run.<lambda>}. */
  public static String method(String name) {
    if (name.startsWith(JAVA_LAMBDA)) {
      return javaLambda(name);
    }
    // Kotlin adds one for each lambda around it.
    int kotlin = name.indexOf(KOTLIN_LAMBDA);
    return kotlin > 0 && endsWithNumber(name) ? name.substring(0, kotlin) + "." + LAMBDA : name;
  }

  /**
   * A call, with or without what follows the method in a stack trace: {@code
   * com.acme.Main.run.<lambda>(Main.java:42)}.
   */
  public static String call(String binaryCall) {
    int parenthesis = binaryCall.indexOf('(');
    int end = parenthesis < 0 ? binaryCall.length() : parenthesis;
    int dot = binaryCall.lastIndexOf('.', end - 1);
    return dot < 0
        ? binaryCall
        : qualifier(binaryCall.substring(0, dot))
            + "."
            + method(binaryCall.substring(dot + 1, end))
            + binaryCall.substring(end);
  }

  /** Whether the JVM made a class, for a lambda or a method reference. */
  public static boolean isLambda(String binaryName) {
    return binaryName.indexOf(LAMBDA_CLASS) > 0;
  }

  /** Whether a call, worded, is of something that has no name in the source. */
  public static boolean isUnnamed(String call) {
    return call.contains(ANONYMOUS) || call.contains(LAMBDA);
  }

  /**
   * Javac: the method around it, a hash if the lambda is serializable, and a number; in an
   * initializer a keyword instead of the method. Ecj: only a number.
   */
  private static String javaLambda(String name) {
    int number = name.lastIndexOf('$');
    if (!endsWithNumber(name) || number == JAVA_LAMBDA.length()) {
      return name;
    }
    if (number < JAVA_LAMBDA.length()) {
      return LAMBDA;
    }
    String around = name.substring(JAVA_LAMBDA.length(), number);
    int hash = around.lastIndexOf('$');
    if (hash > 0 && isHash(around.substring(hash + 1))) {
      around = around.substring(0, hash);
    }
    return switch (around) {
      case "new" -> "<init>." + LAMBDA;
      case "static" -> "<clinit>." + LAMBDA;
      default -> around + "." + LAMBDA;
    };
  }

  private static boolean endsWithNumber(String name) {
    int number = name.lastIndexOf('$') + 1;
    return number < name.length() && digits(name, number) == name.length();
  }

  private static boolean isHash(String text) {
    return !text.isEmpty()
        && text.length() <= 8
        && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && !Character.isUpperCase(c));
  }

  /** The end of the digits that begin at an index. */
  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static String withoutPackage(String binaryName) {
    return binaryName.substring(simpleFrom(binaryName));
  }

  /**
   * The index at which the simple name begins. A hidden class has a suffix, which may have a dot.
   */
  private static int simpleFrom(String binaryName) {
    int lambda = binaryName.indexOf(LAMBDA_CLASS);
    return binaryName.lastIndexOf('.', lambda > 0 ? lambda : binaryName.length()) + 1;
  }

  private static String nested(String name) {
    if (name.indexOf('$') <= 0) {
      return name;
    }
    int array = name.indexOf("[]");
    if (array > 0) {
      return nested(name.substring(0, array)) + name.substring(array);
    }
    int generated = name.indexOf(GENERATED);
    if (generated > 0) {
      String suffix = name.substring(generated);
      String around = nested(name.substring(0, generated));
      return around + (suffix.startsWith(LAMBDA_CLASS) ? "." + LAMBDA : suffix);
    }
    String[] parts = name.split("\\$", -1);
    StringBuilder text = new StringBuilder(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      String part = nestedName(parts[i]);
      if (part.isEmpty()) {
        return name;
      }
      text.append('.').append(part);
    }
    return text.toString();
  }

  /** The name in the source of a part of a class file's name; empty if that is unsure. */
  private static String nestedName(String part) {
    int number = digits(part, 0);
    if (number == part.length()) {
      return part.isEmpty() ? "" : ANONYMOUS;
    }
    boolean local = number > 0 && Character.isJavaIdentifierStart(part.charAt(number));
    if (local) {
      return part.substring(number);
    }
    boolean likeClass = Character.isUpperCase(part.charAt(0));
    return likeClass && !isGenerated(part) ? part : "";
  }

  private static boolean isGenerated(String part) {
    boolean proxy = part.startsWith("Proxy") && part.length() > 5;
    return GENERATORS.contains(part) || (proxy && digits(part, 5) == part.length());
  }
}
