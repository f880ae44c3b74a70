package io.ttalloc.agent.options;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the findings of the report lead to. Immutable.
 *
 * @param suppress suppression files to read, as the user named them
 * @param baseline an earlier report in JSON, as the user named it, or null
 * @param failOn what replaces the exit status
 * @param undecidedToo whether also what nothing decides does
 */
public record Policy(
    List<String> suppress, @Nullable String baseline, FailOn failOn, boolean undecidedToo) {
  /** When the agent replaces the exit status of the process. */
  public enum FailOn {
    /** Nothing. */
    NEVER,
    /** A leak that the baseline does not know, and not knowing whether there is one. */
    LEAK,
    /** The same, of the leaks that the program can mend. */
    OWN,
    /** A value that the agent does not understand, so it is unknown whether it holds. */
    NOT_UNDERSTOOD
  }

  /** The exit status for a leak that the baseline does not know. */
  private static final int LEAK_STATUS = 23;

  /** The exit status of a process that should fail for a leak if it is unknown whether it leaks. */
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

  /** The exit status where there is a leak that the baseline does not know. */
  public int leakStatus() {
    return failOn == FailOn.NOT_UNDERSTOOD ? NO_JUDGEMENT_STATUS : LEAK_STATUS;
  }
}
