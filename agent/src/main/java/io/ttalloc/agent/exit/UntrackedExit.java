package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Ends a process that should fail if it leaks, but in which nothing was tracked or tracking was
 * ended by detach: whether it leaks is unknown, so it must not pass.
 *
 * <p>Does not refer to any class of the boot image, since the boot image may not have been defined.
 */
public final class UntrackedExit implements Runnable {
  private static volatile @Nullable Runnable report;

  /** Whether the task that runs the report is registered, which cannot be undone. */
  private static boolean registered;

  private final String why;
  private volatile ExitStatus ending;
  private volatile boolean tracked;

  private UntrackedExit(String why, ExitStatus ending) {
    this.why = why;
    this.ending = ending;
  }

  /**
   * Creates an instance, and registers it to run at exit if {@code fail-on=leak} is set.
   *
   * @param why the reason to print
   */
  public static UntrackedExit atExit(Policy policy, String why) {
    UntrackedExit exit = new UntrackedExit(why, new ExitStatus(policy, true, ""));
    if (policy.replacesStatus() && !ShutdownOrder.registerLast(exit)) {
      ShutdownOrder.warnThatTheStatusStays();
      exit.ending = new ExitStatus(policy, false, "");
      addHook(exit);
    }
    return exit;
  }

  /**
   * Sets the task to run after the application's shutdown hooks have ended and before the tasks
   * that other methods register. It replaces an earlier task; null removes it.
   */
  public static synchronized void reportAtExit(@Nullable Runnable task) {
    report = task;
    if (task == null || registered) {
      return;
    }
    registered = true;
    Runnable reporter =
        () -> {
          Runnable last = report;
          if (last != null) {
            last.run();
          }
        };
    if (!ShutdownOrder.registerFirst(reporter)) {
      addHook(reporter);
    }
  }

  private static void addHook(Runnable task) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(task, "tt-alloc-exit"));
    } catch (IllegalStateException e) {
      // Shutdown hooks are already running and no slot is left, so nothing can run later.
    }
  }

  /**
   * Makes an exit do nothing, because tracking has started or another start of the agent has
   * replaced the current one: the dump or the other start then decides the exit status. Null is
   * ignored.
   */
  public static void leaveToDump(@Nullable UntrackedExit exit) {
    if (exit != null) {
      exit.tracked = true;
    }
  }

  @Override
  public void run() {
    if (tracked) {
      return;
    }
    Console.beginEnd();
    try {
      ending.printNoJudgement(why, "");
    } catch (Throwable e) {
      ending.printFailure(e);
    }
    ending.endByNoJudgement();
  }
}
