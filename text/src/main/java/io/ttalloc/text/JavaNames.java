package io.ttalloc.text;

import io.ttalloc.ledger.record.Frame;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Formats stack frames for human readers; {@link SourceNames} formats their classes and methods.
 */
public final class JavaNames {
  /** Compares strings, and the numbers in them by value: {@code b 2} comes before {@code b 10}. */
  public static final Comparator<String> NATURAL_ORDER = JavaNames::compareNaturally;

  private JavaNames() {}

  /** Returns the simple name of a class as a constant: {@code LAST_TAKEN} for {@code LastTaken}. */
  public static String constant(Class<?> type) {
    String name = type.getSimpleName();
    StringBuilder constant = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      constant
          .append(i > 0 && Character.isUpperCase(c) ? "_" : "")
          .append(Character.toUpperCase(c));
    }
    return constant.toString();
  }

  private static int compareNaturally(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int endA = SourceNames.digits(a, i);
      int endB = SourceNames.digits(b, j);
      int order;
      if (endA > i && endB > j) {
        String left = withoutZeros(a.substring(i, endA));
        String right = withoutZeros(b.substring(j, endB));
        order = left.length() - right.length();
        order = order != 0 ? order : left.compareTo(right);
        i = endA;
        j = endB;
      } else {
        order = a.charAt(i++) - b.charAt(j++);
      }
      if (order != 0) {
        return order;
      }
    }
    int rest = (a.length() - i) - (b.length() - j);
    return rest != 0 ? rest : a.compareTo(b);
  }

  private static String withoutZeros(String digits) {
    int first = 0;
    while (first < digits.length() - 1 && digits.charAt(first) == '0') {
      first++;
    }
    return digits.substring(first);
  }

  /** Returns the package of a class; empty for the unnamed package. */
  public static String packageOf(String className) {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? "" : className.substring(0, dot);
  }

  /** Returns the top-level class that contains a class. */
  public static String outermost(String className) {
    int nested = className.indexOf('$', className.lastIndexOf('.') + 2);
    return nested < 0 ? className : className.substring(0, nested);
  }

  /**
   * Whether both frames are in the same method. Two lambdas in one method are different methods.
   */
  public static boolean sameMethod(Frame a, Frame b) {
    return a.className().equals(b.className()) && a.method().equals(b.method());
  }

  /** Returns {@code Class.method}. */
  public static String call(Frame frame) {
    return SourceNames.simpleQualifier(frame.className())
        + "."
        + SourceNames.method(frame.method());
  }

  /** Returns {@code Class.method(File.java:12)}. */
  public static String shortFrame(Frame frame) {
    return call(frame) + "(" + source(frame) + ")";
  }

  /** Returns {@code package.Class.method}. */
  public static String fullCall(Frame frame) {
    return SourceNames.qualifier(frame.className()) + "." + SourceNames.method(frame.method());
  }

  /** Returns {@code " at Class.method(File.java:12)"}; empty if the frame is null. */
  public static String at(@Nullable Frame frame) {
    return frame == null ? "" : " at " + shortFrame(frame);
  }

  /** Returns {@code package.Class.method(File.java:12)}. */
  public static String fullFrame(Frame frame) {
    return fullCall(frame) + "(" + source(frame) + ")";
  }

  /** Returns {@code File.java:12}, or as much of this as is known. */
  public static String source(Frame frame) {
    String file = frame.file();
    if (frame.line() == -2) {
      return "native";
    }
    if (file == null) {
      return "unknown source";
    }
    return frame.line() < 0 ? file : file + ":" + frame.line();
  }

  /** Whether the class belongs to the Java platform. */
  public static boolean isPlatform(String className) {
    return className.startsWith("java.")
        || className.startsWith("javax.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.")
        || className.startsWith("com.sun.");
  }
}
