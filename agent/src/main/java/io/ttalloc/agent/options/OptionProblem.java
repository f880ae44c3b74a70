package io.ttalloc.agent.options;

import org.jspecify.annotations.Nullable;

/**
 * A mistake in the options.
 *
 * @param what where the mistake is, what was found and what was expected
 * @param consequence what happens because of it; null if nothing does
 */
public record OptionProblem(String what, @Nullable String consequence) {
  /** The problem as one line. */
  public String line() {
    return consequence == null ? what : what + "; " + consequence;
  }
}
