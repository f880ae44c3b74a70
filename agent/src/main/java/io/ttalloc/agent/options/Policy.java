package io.ttalloc.agent.options;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the findings of the report lead to. Immutable.
 *
 * @param suppress suppression files to read, as the user named them
 * @param baseline an earlier report in JSON, as the user named it, or null
 * @param failOnLeak whether a leak that the baseline does not know replaces the exit status
 * @param exitStatus the exit status for such a leak, from 1 to 255
 */
public record Policy(
    List<String> suppress, @Nullable String baseline, boolean failOnLeak, int exitStatus) {
  /**
   * The exit status of a process that was to fail for a leak and of which it is unknown whether it
   * leaks. Differs from the status for a leak unless the user chose the same.
   */
  public static final int NO_JUDGEMENT_STATUS = 24;

  public Policy {
    suppress = List.copyOf(suppress);
  }
}
