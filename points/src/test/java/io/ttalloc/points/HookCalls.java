package io.ttalloc.points;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Told by {@link WovenProduct}, whose copies all share this class, where hooks begin and end.
 * Numbers the hooks of the operation under test, can leave one of them out, and collects what was
 * thrown out of a hook. Thread-safe.
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

  /** Ends the numbering: how many there were. */
  static int counted() {
    counted = null;
    return number;
  }

  /** The number of the hook that runs on the counted thread or ran there last. */
  static int number() {
    return number;
  }

  /** A hook begins; false if it is not to be called. */
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

  /** Whether the hook that was to begin was left out. */
  public static boolean skipped() {
    return counted == Thread.currentThread() && number == skip;
  }

  /** A hook threw something to its caller: the application, or the agent, which expects that. */
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

  /** A hook has ended. */
  public static void ends() {
    if (counted == Thread.currentThread()) {
      ErrorPoints.hookEnds();
    }
    ErrorPoints.watchLoops(null);
  }

  /** Returns the problems found since the last call of this method. */
  static List<String> takeProblems() {
    synchronized (PROBLEMS) {
      List<String> all = new ArrayList<>(PROBLEMS);
      PROBLEMS.clear();
      return all;
    }
  }
}
