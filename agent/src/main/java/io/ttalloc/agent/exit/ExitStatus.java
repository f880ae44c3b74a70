package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Policy;
import io.ttalloc.analysis.report.DoubtText;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decides how the process ends after the dump: with its own exit status, or with a status that
 * {@code fail-on=leak} sets and a line that explains it.
 *
 * <p>The lines for a failed dump are prepared while there is memory: printing one and setting the
 * status allocates nothing and loads no class. Therefore a run that may have leaked cannot pass
 * just because memory or stack ran out. Immutable.
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
   * Prepares the lines, and runs every step of reporting a failure once, except the last one, which
   * ends the process.
   *
   * @param last whether all other shutdown hooks will have ended when the status is set; if not,
   *     the status is not replaced
   * @param ledger a phrase for these lines that says where the ledger was; may be empty
   */
  ExitStatus(Policy policy, boolean last, String ledger) {
    this.policy = policy;
    this.last = last;
    outOfMemory = bytes(noJudgementLine(FAILED + OUT_OF_MEMORY, ledger));
    stackOverflow = bytes(noJudgementLine(FAILED + STACK_OVERFLOW, ledger));
    otherwise = bytes(noJudgementLine(FAILED, ledger));
    rehearse();
  }

  /**
   * Runs the code for a failure once: code that runs for the first time is loaded and linked, which
   * needs memory and the jar.
   */
  private void rehearse() {
    if (ready(null).length > 0 && ready(new Error()).length > 0 && !Reason.of(null).isEmpty()) {
      Console.write(new byte[0]);
    }
  }

  private static byte[] bytes(String line) {
    return Console.asLine(line).getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the user asked for the status to depend on leaks. */
  boolean failsOnLeak() {
    return policy.replacesStatus();
  }

  /** Whether the status can and should be replaced. */
  boolean setsStatus() {
    return policy.replacesStatus() && last;
  }

  /** The line for an outcome, including its effect on the exit status. */
  private String line(String why, int status, String rest) {
    if (!policy.replacesStatus()) {
      return why + (rest.isEmpty() ? "" : "; " + rest);
    }
    String asked =
        why
            + (last ? ", exit status " : "; exit status ")
            + status
            + (policy.failOn() == Policy.FailOn.NOT_UNDERSTOOD
                ? " because the value of fail-on is invalid"
                : " (fail-on=" + policy.condition() + ")");
    if (last) {
      return asked + (rest.isEmpty() ? "" : "; " + rest);
    }
    return asked
        + " cannot be set, since no late shutdown slot was free and other shutdown hooks may still"
        + " run: the process keeps its own exit status"
        + (rest.isEmpty() ? "" : "; " + rest);
  }

  private String noJudgementLine(String why, String rest) {
    return line(
        policy.replacesStatus() ? "no judgement: " + why : why, Policy.NO_JUDGEMENT_STATUS, rest);
  }

  /** Prints that there are leaks and what that means for the exit status. */
  void printLeak(String why, String rest) {
    Console.line(leakLine(why, rest));
  }

  String leakLine(String why, String rest) {
    return line(why, policy.leakStatus(), rest);
  }

  /** Prints that it is unknown whether there are leaks and what that means for the exit status. */
  void printNoJudgement(String why, String rest) {
    Console.line(noJudgementLine(why, rest));
  }

  /**
   * Prints a prepared line saying that the dump failed. Throws nothing, since the status is set
   * next.
   */
  void printFailure(@Nullable Throwable thrown) {
    try {
      Console.write(ready(thrown));
    } catch (Throwable e) {
      // The status still says that there is no judgement.
    }
  }

  byte[] ready(@Nullable Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      return outOfMemory;
    }
    return thrown instanceof StackOverflowError ? stackOverflow : otherwise;
  }

  /**
   * Prints how a report affects the exit status, and ends the process if the status is replaced;
   * otherwise returns.
   */
  void conclude(Report report, ReportTargets targets) {
    if (report.failures() > 0) {
      printLeak(report, targets);
      endByLeak();
    } else if (report.confidence().damaged()) {
      printNoJudgement("the ledger is damaged", targets);
      endByNoJudgement();
    } else if (!report.confidence().unrecorded().isEmpty()) {
      printNoJudgement(String.join("; ", DoubtText.of(report.confidence().unrecorded())), targets);
      endByNoJudgement();
    } else if (report.undecidedFailures() > 0) {
      printNoJudgement(undecided(report.undecidedFailures()), targets);
      endByNoJudgement();
    }
  }

  private static String undecided(long entries) {
    return entries == 1
        ? "1 entry may or may not be a leak"
        : entries + " entries may or may not be leaks";
  }

  /**
   * Prints that there are leaks, unless the report is on stderr anyway and the status is as
   * requested.
   */
  private void printLeak(Report report, ReportTargets targets) {
    try {
      if (!targets.isOnStderr() || (failsOnLeak() && !setsStatus())) {
        printLeak(Headline.of(report).text(), targets.isOnStderr() ? "" : targets.description());
      }
    } catch (Throwable e) {
      LastRecords.printTrouble("there are leaks", e);
    }
  }

  /** Prints how a missing judgement affects the exit status; the report says what is missing. */
  private void printNoJudgement(String why, ReportTargets targets) {
    try {
      if (failsOnLeak()) {
        printNoJudgement(why, targets.description());
      }
    } catch (Throwable e) {
      printFailure(e);
    }
  }

  /**
   * Ends the process with the status for a leak if the user requested that and it is possible;
   * otherwise returns.
   */
  void endByLeak() {
    end(policy.leakStatus());
  }

  /**
   * Ends the process with the status for no judgement if the user requested that and it is
   * possible; otherwise returns.
   */
  void endByNoJudgement() {
    end(Policy.NO_JUDGEMENT_STATUS);
  }

  /**
   * Sets the status by halting. Nothing is lost: the application's hooks have ended, and the JVM
   * would not flush any streams at a normal exit either.
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
              + Reason.of(e)
              + "): the process keeps its own exit status");
    }
  }
}
