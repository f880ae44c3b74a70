package io.ttalloc.agent.options;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from what was found. Immutable.
 *
 * @param suppress suppression files to read, as the user named them
 * @param baseline an earlier report in JSON, as the user named it, or null
 * @param failOnLeak whether a leak that the baseline does not know replaces the exit status
 * @param exitStatus by what it does, from 1 to 255
 */
public record Policy(
    List<String> suppress, @Nullable String baseline, boolean failOnLeak, int exitStatus) {
  /**
   * The exit status of a process of which nobody knows whether it leaks, though it was to fail for
   * that. Not the one of a leak unless the user chose the same.
   */
  public static final int NO_JUDGEMENT_STATUS = 24;

  public Policy {
    suppress = List.copyOf(suppress);
  }
}
