package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Policy;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How the process ends once the dump has been tried: with its own exit status, or with one of
 * {@code fail-on=leak}, and with a line that says why.
 *
 * <p>The line of a dump that failed is made ready while there is memory for it: saying it and
 * setting the status allocates nothing and loads no class, so no want of memory, stack or classes
 * lets a run pass of which nobody knows whether it leaks. Immutable.
 */
final class ExitStatus {
  private static final String FAILED = "the dump at exit failed";
  private static final String OUT_OF_MEMORY = " (java.lang.OutOfMemoryError)";
  private static final String STACK_OVERFLOW = " (java.lang.StackOverflowError)";

  private final Policy policy;
  private final boolean last;
  private final byte[] outOfMemory;
  private final byte[] stackOverflow;
  private final byte[] otherwise;

  /**
   * Makes it ready, and takes every step of it once but the last.
   *
   * @param last whether all other shutdown hooks have ended by then; if not, the status stays
   * @param ledger what is known of the ledger then, without looking at it; may be empty
   */
  ExitStatus(Policy policy, boolean last, String ledger) {
    this.policy = policy;
    this.last = last;
    outOfMemory = bytes(noJudgementLine(FAILED + OUT_OF_MEMORY, ledger));
    stackOverflow = bytes(noJudgementLine(FAILED + STACK_OVERFLOW, ledger));
    otherwise = bytes(noJudgementLine(FAILED, ledger));
    rehearse();
  }

  /** What is run for the first time resolves names, and that needs memory. */
  private void rehearse() {
    if (ready(null).length > 0 && ready(new Error()).length > 0) {
      Console.write(new byte[0]);
    }
  }

  private static byte[] bytes(String line) {
    return Console.asLine(line).getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the status is to tell of leaks at all. */
  boolean failsOnLeak() {
    return policy.failOnLeak();
  }

  /** Whether it can be replaced. */
  boolean setsStatus() {
    return policy.failOnLeak() && last;
  }

  /** A line that ends in what follows for the exit status. */
  private String line(String why, int status, String rest) {
    if (!policy.failOnLeak()) {
      return why + (rest.isEmpty() ? "" : "; " + rest);
    }
    String asked = why + ", status " + status + " by fail-on=leak";
    if (last) {
      return asked + (rest.isEmpty() ? "" : "; " + rest);
    }
    return asked
        + " was asked for; other shutdown hooks may still run, because no late shutdown slot was"
        + " free: the process keeps its own exit status"
        + (rest.isEmpty() ? "" : "; " + rest);
  }

  private String noJudgementLine(String why, String rest) {
    return line(
        policy.failOnLeak() ? "no judgement: " + why : why, Policy.NO_JUDGEMENT_STATUS, rest);
  }

  /** Says that there are leaks and what follows. */
  void tellLeak(String why, String rest) {
    Console.line(leakLine(why, rest));
  }

  String leakLine(String why, String rest) {
    return line(why, policy.exitStatus(), rest);
  }

  /** Says that nobody knows whether there are leaks, and what follows. */
  void tellNoJudgement(String why, String rest) {
    Console.line(noJudgementLine(why, rest));
  }

  /** Says that the dump failed, in the line that is ready for that. */
  void tellFailed(@Nullable Throwable thrown) {
    Console.write(ready(thrown));
  }

  byte[] ready(@Nullable Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      return outOfMemory;
    }
    return thrown instanceof StackOverflowError ? stackOverflow : otherwise;
  }

  /** Ends the process for a leak, if that was asked for and can be done; else returns. */
  void endByLeak() {
    end(policy.exitStatus());
  }

  /** Ends the process for the want of a judgement, if that can be done; else returns. */
  void endByNoJudgement() {
    end(Policy.NO_JUDGEMENT_STATUS);
  }

  /**
   * Everything is written by now: the application's hooks have ended, and what its streams still
   * hold the JVM would not write either.
   */
  private void end(int status) {
    if (!setsStatus()) {
      return;
    }
    try {
      Runtime.getRuntime().halt(status);
    } catch (SecurityException e) {
      Console.line(
          "the exit status could not be set to "
              + status
              + " ("
              + e
              + "): the process keeps its own");
    }
  }
}
