package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The innermost frames of a stack, in which a resource is constructed. */
final class Making {
  private Making() {}

  /**
   * Returns the classes that construct a resource: its own class and those of the leading
   * constructors.
   */
  static Set<String> classes(String ownClass, List<Frame> constructors) {
    Set<String> making = new HashSet<>();
    making.add(ownClass);
    for (Frame frame : constructors) {
      making.add(frame.className());
    }
    return making;
  }

  /**
   * Returns the number of innermost frames that are constructors of the resource and its
   * superclasses. If the resource's class is not among them, the last constructor may belong to its
   * opener.
   */
  static int constructors(String ownClass, List<Frame> stack) {
    int count = 0;
    int leading = 0;
    while (leading < stack.size() && stack.get(leading).method().equals("<init>")) {
      leading++;
      count = stack.get(leading - 1).className().equals(ownClass) ? leading : count;
    }
    return count > 0 ? count : Math.max(0, leading - 1);
  }

  /**
   * Returns the class of the JDK object that the application created and that opened the resource
   * internally, as a Socket opens its implementation; else the class of the resource.
   */
  static String made(String ownClass, List<Frame> stack) {
    String made = ownClass;
    for (Frame frame : stack) {
      if (!JavaNames.isPlatform(frame.className())) {
        return made;
      }
      made = frame.method().equals("<init>") ? frame.className() : ownClass;
    }
    return ownClass;
  }

  /**
   * Returns the index of the frame that called the constructor, in a stack that is entirely in the
   * resource's class.
   */
  static int caller(String ownClass, List<Frame> stack) {
    return Math.min(constructors(ownClass, stack), stack.size() - 1);
  }
}
