package io.ttalloc.agent.weave;

import io.ttalloc.yaml.Position;

/** A rule names something that the class does not have. The message is the line for the user. */
final class UnknownMember extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownMember(Position position, String found, String expected) {
    super(position + ": " + found + " does not fit, expected " + expected, null, false, false);
  }
}
