package io.ttalloc.probe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the one call that is made to fail: counts the calls of methods that rules name in {@code
 * throws}. Thread-safe; a call counts once and in one order for all threads.
 *
 * <p><b>What counts.</b> Calls of the probe itself come while their thread is in a hook, and never
 * get here; those of woven code that reads a value of a rule are left out ({@link ValueReads}). A
 * method of the JDK is also called by the JDK on its own account: while the JVM starts, on its own
 * threads, and to load classes. Such a call does not count, or the number of a call would depend on
 * the JDK. So of a method of the JDK the stack is looked at: it counts if the application is on it,
 * and no loading of a class is between.
 */
public final class Injection {
  /** Is told what becomes of the call. Called on application threads, inside a hook. */
  public interface Listener {
    /**
     * A call is made to fail.
     *
     * @param method its class and name
     * @param caller the first frame of the application below it; null if there is none
     */
    void failing(String method, Throwable thrown, @Nullable StackTraceElement caller);

    /** A call was to fail, and what it was to throw could not be made; it runs as it is. */
    void notMade(String method, Throwable problem, @Nullable StackTraceElement caller);
  }

  /** Methods to which a rule applies and whose calls do not count; further ones are forgotten. */
  private static final int MOST_OTHERS = 1_000;

  private static final String PROBE = "io.ttalloc.probe.";
  private static final String HOOKS = "java.lang.TtAllocHooks";

  private static final String[] OWN = {
    "io.ttalloc.agent.", "io.ttalloc.analysis.", "io.ttalloc.ledger.", "io.ttalloc.yaml."
  };

  private final String option;
  private final @Nullable String only;
  private final long number;
  private final Listener listener;
  private final AtomicLong calls = new AtomicLong();
  private volatile boolean chosen;
  private volatile boolean anyCounts;

  /** Guarded by itself. */
  private final Set<String> others = new HashSet<>();

  /**
   * Nothing is counted yet.
   *
   * @param option how the user asked for it
   * @param only {@code Class.method}, with the simple or binary name of the class, or as reports
   *     write it: calls of nothing else count; null if calls of all methods do
   * @param number which call is to fail, from 1
   */
  public Injection(String option, @Nullable String only, long number, Listener listener) {
    this.option = option;
    this.only = only;
    this.number = number;
    this.listener = listener;
  }

  /**
   * Whether calls of a method count.
   *
   * @param className binary name
   */
  public boolean covers(String className, String method) {
    String wanted = only;
    if (wanted == null) {
      return true;
    }
    // Reports write nested classes with dots.
    String full = (className + "." + method).replace('$', '.');
    String end = wanted.replace('$', '.');
    int start = full.length() - end.length();
    return full.endsWith(end) && (start == 0 || full.charAt(start - 1) == '.');
  }

  /** Notes that a rule lets a method fail that was woven, and whether its calls count. */
  public void mayFail(String className, String method, boolean counts) {
    if (counts) {
      anyCounts = true;
      return;
    }
    synchronized (others) {
      if (others.size() < MOST_OTHERS) {
        boolean ignored = others.add(className + "." + method);
      }
    }
  }

  /** Whether any method was woven whose calls count. */
  public boolean anyCounts() {
    return anyCounts;
  }

  /** The methods that rules let fail and whose calls do not count, in any order. */
  public List<String> others() {
    synchronized (others) {
      return new ArrayList<>(others);
    }
  }

  /** What the exception says. */
  public String message() {
    return "tt-alloc " + option + ": made to fail";
  }

  /** How many calls have counted; no more once one was chosen. */
  public long calls() {
    return calls.get();
  }

  /** Whether a call was chosen. */
  public boolean isOver() {
    return chosen;
  }

  /** Counts a call, if it counts; whether it is the one that is to fail. */
  boolean choose(boolean ofSystem) {
    if (chosen
        || ValueReads.isInOne()
        || (ofSystem && !isOfApplication(new Throwable().getStackTrace()))) {
      return false;
    }
    boolean now = calls.incrementAndGet() == number;
    if (now) {
      chosen = true;
    }
    return now;
  }

  /** Tells what becomes of the call that was chosen. */
  void tell(String method, @Nullable Throwable made, @Nullable Throwable problem) {
    StackTraceElement caller = caller(new Throwable().getStackTrace());
    if (made != null) {
      listener.failing(method, made, caller);
    } else if (problem != null) {
      listener.notMade(method, problem, caller);
    }
  }

  /** Loads what a call may need: a hook must not be the first to do so. */
  static void warmUp() {
    StackTraceElement[] stack = new Throwable().getStackTrace();
    boolean ignored = isOfApplication(stack) && caller(stack) == null;
  }

  /** Whether the application makes a call, itself or by way of the JDK. */
  static boolean isOfApplication(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (isOwn(name) || isClassLoading(frame)) {
        return false;
      }
      if (!isOfProbe(name) && !isOfJdk(frame)) {
        return true;
      }
    }
    return false;
  }

  /** The first frame of the application below the method that is called; null if there is none. */
  static @Nullable StackTraceElement caller(StackTraceElement[] stack) {
    int at = 0;
    while (at < stack.length && isOfProbe(stack[at].getClassName())) {
      at++;
    }
    for (int i = at + 1; i < stack.length; i++) {
      if (!isOfJdk(stack[i])) {
        return stack[i];
      }
    }
    return null;
  }

  private static boolean isOfProbe(String className) {
    return className.startsWith(PROBE) || className.equals(HOOKS);
  }

  private static boolean isOwn(String className) {
    for (String prefix : OWN) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isClassLoading(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.ClassLoader")
        && frame.getMethodName().equals("loadClass");
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }
}
