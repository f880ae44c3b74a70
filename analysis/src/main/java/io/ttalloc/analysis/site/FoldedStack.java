package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A stack without what may differ each time one line of code runs for one reason.
 *
 * <p><b>Executors.</b> One task of a pool is run by a worker, another one by the thread that waits
 * for it or could not hand it over. So a stack ends where an executor, a fork-join pool, a future
 * or a thread begins to run the program's code.
 *
 * <p><b>Recursion.</b> Where a method stands in a stack twice, all from its inner call to its outer
 * one, the inner one exclusive, is omitted. This is done from the outside in, as one erases the
 * loops of a path: what remains has each method once, in the order in which the calls that have not
 * returned last led to each other. A recursion of any depth, also over several methods, leaves the
 * same. Methods that only pass calls on stand in stacks repeatedly without any recursion, as {@code
 * forEach} in two nested loops; {@code counts} says whose repetition counts.
 */
final class FoldedStack {
  private static final String[] SCHEDULERS = {
    "java.util.concurrent.ForkJoin",
    "java.util.concurrent.CountedCompleter",
    "java.util.concurrent.ThreadPoolExecutor",
    "java.util.concurrent.ScheduledThreadPoolExecutor",
    "java.util.concurrent.ThreadPerTaskExecutor",
    "java.util.concurrent.FutureTask",
    "java.util.concurrent.CompletableFuture",
    "java.util.concurrent.Executors$",
    "java.lang.VirtualThread"
  };

  /** A method, by which repetitions are found. */
  private record Method(String className, String name) {}

  private FoldedStack() {}

  /** The stack, folded by the repetition of all methods that are not the platform's. */
  static List<Frame> of(List<Frame> stack) {
    return of(stack, className -> !JavaNames.isPlatform(className));
  }

  /**
   * The folded stack; the same list if nothing is omitted.
   *
   * @param counts the classes whose repeated methods are recursion
   */
  static List<Frame> of(List<Frame> stack, Predicate<String> counts) {
    List<Frame> inner = stack.subList(0, end(stack));
    List<Frame> once = withoutLoops(inner, counts);
    return once.size() == stack.size() ? stack : once;
  }

  /** Index of the frame that began to run the program's code; the number of frames if none did. */
  private static int end(List<Frame> stack) {
    boolean inProgram = false;
    for (int i = 0; i < stack.size(); i++) {
      Frame frame = stack.get(i);
      if (inProgram && isScheduler(frame.className())) {
        return i;
      }
      inProgram |= !JavaNames.isPlatform(frame.className()) && !frame.method().equals("<init>");
    }
    return stack.size();
  }

  /** Whether a class runs tasks, or is the thread that does. */
  static boolean isScheduler(String className) {
    for (String prefix : SCHEDULERS) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    return className.equals("java.lang.Thread");
  }

  private static List<Frame> withoutLoops(List<Frame> stack, Predicate<String> counts) {
    List<Frame> outermostFirst = new ArrayList<>(stack.size());
    Map<Method, Integer> found = new HashMap<>();
    for (int i = stack.size() - 1; i >= 0; i--) {
      Frame frame = stack.get(i);
      if (counts.test(frame.className()) && !GeneratedCalls.contains(frame.className())) {
        Method method = new Method(frame.className(), frame.method());
        Integer before = found.get(method);
        if (before != null) {
          List<Frame> loop = outermostFirst.subList(before, outermostFirst.size());
          for (Frame erased : loop) {
            found.remove(new Method(erased.className(), erased.method()));
          }
          loop.clear();
        }
        found.put(method, outermostFirst.size());
      }
      outermostFirst.add(frame);
    }
    List<Frame> innermostFirst = new ArrayList<>(outermostFirst.size());
    for (int i = outermostFirst.size() - 1; i >= 0; i--) {
      innermostFirst.add(outermostFirst.get(i));
    }
    return innermostFirst;
  }
}
