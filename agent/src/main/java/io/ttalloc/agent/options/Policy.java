package io.ttalloc.agent.options;

import java.util.List;

/**
 * What follows from what was found. Immutable.
 *
 * @param suppress suppression files to read, as the user named them
 * @param failOnLeak whether a leak replaces the exit status
 * @param exitStatus by what it does, from 1 to 255
 */
public record Policy(List<String> suppress, boolean failOnLeak, int exitStatus) {
  public Policy {
    suppress = List.copyOf(suppress);
  }
}
