package io.ttalloc.points;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Called by {@link WovenProduct}, whose copies all share this class, when hooks begin and end.
 * Numbers the hooks of the operation under test, can skip one of them, and collects what hooks
 * throw. Thread-safe.
 */
public final class HookCalls {
  private static final List<String> PROBLEMS = new ArrayList<>();

  /** The thread whose hooks are numbered; null if none are. */
  private static volatile @Nullable Thread counted;

  private static int number;
  private static int skip;

  private HookCalls() {}

  /**
   * Starts numbering this thread's hooks, from 1.
   *
   * @param skipped the number of the hook that is not called, 0 = none
   */
  static void count(int skipped) {
    number = 0;
    skip = skipped;
    counted = Thread.currentThread();
  }

  /** Ends the numbering, and returns the number of hooks. */
  static int counted() {
    counted = null;
    return number;
  }

  /**
   * The number of the hook that is running on the counted thread, or of the last hook that ran
   * there.
   */
  static int number() {
    return number;
  }

  /** Called when a hook begins; returns false if it should be skipped. */
  public static boolean begins(String name) {
    SharedPoints.hookBegins();
    if (counted == Thread.currentThread()) {
      number++;
      if (number == skip) {
        return false;
      }
      ErrorPoints.hookBegins(number, name.equals("closed") || name.equals("wantsStack"));
    }
    ErrorPoints.watchLoops(Thread.currentThread());
    return true;
  }

  /** Whether the hook that was about to begin was skipped. */
  public static boolean skipped() {
    return counted == Thread.currentThread() && number == skip;
  }

  /**
   * Called when an exception has escaped from a hook. This is a problem unless the caller is the
   * agent, which expects exceptions.
   */
  public static void left(String name, Throwable thrown) {
    if (!name.equals("recordCollected")) {
      problem(name + " let the application see " + thrown);
    }
  }

  static void problem(String what) {
    synchronized (PROBLEMS) {
      PROBLEMS.add(what);
    }
  }

  /** Called when a hook has ended. */
  public static void ends() {
    if (counted == Thread.currentThread()) {
      ErrorPoints.hookEnds();
    }
    ErrorPoints.watchLoops(null);
  }

  /** Returns the problems found since the last call to this method. */
  static List<String> takeProblems() {
    synchronized (PROBLEMS) {
      List<String> all = new ArrayList<>(PROBLEMS);
      PROBLEMS.clear();
      return all;
    }
  }
}
