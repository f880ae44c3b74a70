package io.ttalloc.probe.rule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods and constructors that open something. Thread-safe; bounded by {@link #MAX_METHODS}.
 */
public final class OpeningMethods {
  private static final int MAX_METHODS = 1 << 16;

  /**
   * By class name, the methods of the class that open something, each with the type that it opens.
   */
  private final ConcurrentHashMap<String, Set<String>> byClass = new ConcurrentHashMap<>();

  /** The names of the types that these methods open. */
  private final Set<String> opened = ConcurrentHashMap.newKeySet();

  /** The names of classes all of whose constructors open the new object. */
  private final Set<String> openAllTheyMake = ConcurrentHashMap.newKeySet();

  void add(String typeName, String className, String method) {
    opened.add(typeName);
    Set<String> known = byClass.get(className);
    if (known == null && byClass.size() < MAX_METHODS) {
      Set<String> fresh = ConcurrentHashMap.newKeySet(4);
      known = byClass.putIfAbsent(className, fresh);
      known = known == null ? fresh : known;
    }
    if (known != null) {
      known.add(method + " " + typeName);
    }
  }

  void addEveryConstructor(String className) {
    if (openAllTheyMake.size() < MAX_METHODS) {
      openAllTheyMake.add(className);
    }
  }

  /**
   * Whether a stack contains a method that opens resources of a type or, if it is unknown which
   * methods do, any opening method.
   */
  public boolean areOn(StackTraceElement[] stack, ProbeType type) {
    boolean known = opened.contains(type.name);
    for (StackTraceElement frame : stack) {
      Set<String> methods = byClass.get(frame.getClassName());
      if (methods != null && isIn(methods, frame.getMethodName(), known ? type.name : "")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class or one of its superclasses has a method that opens something. */
  public boolean areIn(Class<?> type) {
    for (Class<?> c = byClass.isEmpty() ? null : type; c != null; c = c.getSuperclass()) {
      if (byClass.containsKey(c.getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(Set<String> methods, String method, String typeName) {
    String expected = method + " " + typeName;
    for (String known : methods) {
      if (typeName.isEmpty() ? known.startsWith(expected) : known.equals(expected)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether every constructor of a class opens the new object. If so, an object that was not opened
   * was created without a constructor, or its constructor has not returned yet.
   */
  public boolean areAllConstructorsOf(Class<?> type) {
    for (Class<?> c = openAllTheyMake.isEmpty() ? null : type; c != null; c = c.getSuperclass()) {
      if (openAllTheyMake.contains(c.getName())) {
        return true;
      }
    }
    return false;
  }
}
