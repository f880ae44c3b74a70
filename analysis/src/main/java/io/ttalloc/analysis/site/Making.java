package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The innermost frames of a stack, where a resource is constructed. */
final class Making {
  private Making() {}

  /** The classes that make a resource: its own and those of its leading constructors. */
  static Set<String> classes(String ownClass, List<Frame> constructors) {
    Set<String> making = new HashSet<>();
    making.add(ownClass);
    for (Frame frame : constructors) {
      making.add(frame.className());
    }
    return making;
  }

  /**
   * The number of innermost frames that are constructors of the resource and of its superclasses.
   * If the resource's class is not among them, the last constructor may belong to its opener.
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
   * The class of the object of the JDK that the application made and that opened the resource for
   * itself, as a Socket its implementation; else the class of the resource.
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

  /** Index of the frame that called the constructor, in a stack of the resource's class alone. */
  static int caller(String ownClass, List<Frame> stack) {
    return Math.min(constructors(ownClass, stack), stack.size() - 1);
  }
}
