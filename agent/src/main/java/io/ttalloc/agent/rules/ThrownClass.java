package io.ttalloc.agent.rules;

import io.ttalloc.yaml.Position;

/**
 * What a call is to throw.
 *
 * @param name binary name of a class
 * @param position where it was written
 */
public record ThrownClass(String name, Position position) {
  /** How it is written, for messages. */
  public static final String SYNTAX =
      "the binary name of a class that extends Throwable (java.io.IOException)";

  @Override
  public String toString() {
    return name;
  }
}
