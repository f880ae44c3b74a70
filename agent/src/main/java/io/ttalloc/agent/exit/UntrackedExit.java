package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Policy;

/**
 * The end of a process that was to fail for a leak and in which nothing was tracked though it
 * should have been: nobody knows whether it leaks, so it does not pass.
 *
 * <p>Names no class that the boot image brings: they may be what is missing.
 */
public final class UntrackedExit implements Runnable {
  private final String why;
  private volatile ExitStatus ending;
  private volatile boolean tracked;

  private UntrackedExit(String why, ExitStatus ending) {
    this.why = why;
    this.ending = ending;
  }

  /**
   * Arranges for the end; does nothing without {@code fail-on=leak}.
   *
   * @param why what is said of it
   */
  public static UntrackedExit atExit(Policy policy, String why) {
    UntrackedExit end = new UntrackedExit(why, new ExitStatus(policy, true, ""));
    if (policy.failOnLeak() && !ShutdownOrder.registerLast(end)) {
      ShutdownOrder.tellThatTheStatusStays();
      end.ending = new ExitStatus(policy, false, "");
      Runtime.getRuntime().addShutdownHook(new Thread(end, "tt-alloc-exit"));
    }
    return end;
  }

  /** Something is tracked after all: whoever judges that decides on the end. */
  public void leaveToDump() {
    tracked = true;
  }

  @Override
  public void run() {
    if (tracked) {
      return;
    }
    Console.beginEnd();
    try {
      ending.tellNoJudgement(why, "");
    } catch (Throwable e) {
      ending.tellFailed(e);
    }
    ending.endByNoJudgement();
  }
}
