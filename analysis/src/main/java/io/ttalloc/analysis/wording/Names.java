package io.ttalloc.analysis.wording;

import io.ttalloc.ledger.read.Frame;

/** How classes and frames are written for people. */
public final class Names {
  private Names() {}

  /** The class without its package: {@code java.util.Map$Entry} is {@code Map.Entry}. */
  public static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** The package of a class, empty for the unnamed one. */
  public static String packageOf(String className) {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? "" : className.substring(0, dot);
  }

  /** {@code Class.method}. */
  public static String call(Frame frame) {
    return simple(frame.className()) + "." + frame.method();
  }

  /** {@code Class.method(File.java:12)}. */
  public static String place(Frame frame) {
    return call(frame) + "(" + source(frame) + ")";
  }

  /** {@code package.Class.method(File.java:12)}. */
  public static String fullPlace(Frame frame) {
    return frame.className() + "." + frame.method() + "(" + source(frame) + ")";
  }

  /** {@code File.java:12}, or what is known of it. */
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
