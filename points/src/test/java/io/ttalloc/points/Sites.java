package io.ttalloc.points;

import java.util.ArrayList;
import java.util.List;

/** The sites of points in woven classes, by number. Thread-safe. */
final class Sites {
  /** Memory is allocated here. */
  static final int ALLOCATES = 1;

  /** The first instruction of a method. */
  static final int ENTRY = 2;

  /** A method of the JDK is called here. */
  static final int CALLS_JDK = 4;

  /** Memory that other threads can see may be changed here. */
  static final int STORES = 8;

  private record Site(String place, int kind) {}

  private static final List<Site> SITES = new ArrayList<>();

  private Sites() {}

  /** Adds a site, and returns its number. */
  static synchronized int add(String className, String method, int line, int kind) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    SITES.add(new Site(simple + "." + method + ":" + line, kind));
    return SITES.size() - 1;
  }

  static synchronized int kind(int site) {
    return SITES.get(site).kind();
  }

  /** The class, method and line, such as {@code SlotPool.refill:31}. */
  static synchronized String place(int site) {
    return SITES.get(site).place();
  }
}
