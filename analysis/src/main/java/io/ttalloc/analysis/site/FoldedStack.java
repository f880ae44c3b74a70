package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A stack without the parts that may differ each time the same line of code runs for the same
 * reason.
 *
 * <p><b>Executors.</b> One task of a pool is run by a worker, another one by a thread that waits
 * for it or whose submission was rejected. So a stack ends where an executor, a fork-join pool, a
 * future or a thread starts to run the program's code.
 *
 * <p><b>Recursion.</b> If a method is in a stack twice, everything outside its inner call is
 * omitted, up to and including its outer call. This is done from the outside in, like erasing the
 * loops of a path: what remains has each method once, in the order of the calls. Recursion of any
 * depth, even across several methods, leaves the same stack. Methods that only pass calls on can be
 * in a stack repeatedly without recursion, as {@code forEach} is in two nested loops; {@code
 * counts} determines for which classes a repetition counts.
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

  /** A method, used to detect repetitions. */
  private record Method(String className, String name) {}

  private FoldedStack() {}

  /** Returns the stack with repeated calls of methods outside the platform folded. */
  static List<Frame> of(List<Frame> stack) {
    return of(stack, className -> !JavaNames.isPlatform(className));
  }

  /**
   * Returns the folded stack; the same list if nothing is omitted.
   *
   * @param counts the classes whose repeated methods count as recursion
   */
  static List<Frame> of(List<Frame> stack, Predicate<String> counts) {
    List<Frame> inner = stack.subList(0, end(stack));
    List<Frame> once = withoutLoops(inner, counts);
    return once.size() == stack.size() ? stack : once;
  }

  /**
   * Returns the index of the frame that started to run the program's code; the number of frames if
   * there is none.
   */
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

  /** Whether a class runs tasks, or is a thread that does. */
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
