package io.ttalloc.agent.options;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The consequences of the report's findings. Immutable.
 *
 * @param suppress suppression files to read, as the user named them
 * @param baseline an earlier JSON report, as the user named it, or null
 * @param failOn when to replace the exit status
 * @param undecidedToo whether to replace the exit status for undecided findings as well
 */
public record Policy(
    List<String> suppress, @Nullable String baseline, FailOn failOn, boolean undecidedToo) {
  /** When the agent replaces the exit status of the process. */
  public enum FailOn {
    /** Never. */
    NEVER,
    /** If there is a leak that is not in the baseline, or if it is unknown whether there is one. */
    LEAK,
    /** Like {@link #LEAK}, but only for leaks that can be fixed in the user's own code. */
    OWN,
    /**
     * The option has a value that the agent does not understand, so it is unknown whether the
     * condition holds.
     */
    NOT_UNDERSTOOD
  }

  /** The exit status if there is a leak that is not in the baseline. */
  private static final int LEAK_STATUS = 23;

  /**
   * The exit status of a process that should fail if it leaks, when it is unknown whether it does.
   */
  public static final int NO_JUDGEMENT_STATUS = 24;

  public Policy {
    suppress = List.copyOf(suppress);
  }

  /** Whether the exit status depends on what the report says. */
  public boolean replacesStatus() {
    return failOn != FailOn.NEVER;
  }

  /** The condition as the user wrote it, without repetitions. */
  public String condition() {
    return failOn.name().toLowerCase(Locale.ROOT) + (undecidedToo ? ",undecided" : "");
  }

  /**
   * The exit status if there is a leak that is not in the baseline; {@link #NO_JUDGEMENT_STATUS} if
   * the option was not understood.
   */
  public int leakStatus() {
    return failOn == FailOn.NOT_UNDERSTOOD ? NO_JUDGEMENT_STATUS : LEAK_STATUS;
  }
}
