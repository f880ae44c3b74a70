package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;

/**
 * A problem with a file, reported on one line.
 *
 * @param position the position of the problem in the file
 * @param found what was found at this position; user text is quoted by {@link Wording#quote}
 * @param expected what was expected at this position
 * @param consequence the effect of the problem, for example {@code this rule is ignored}
 */
public record Problem(Position position, String found, String expected, String consequence) {

  /** The consequence of a problem with a file as a whole. */
  public static final String FILE_IGNORED = "the file is ignored";

  /** The consequence of a problem that concerns only one entry. */
  public static final String ENTRY_IGNORED = "this entry is ignored";

  /**
   * The message: {@code rules.yaml:12:5: unknown clause 'opne', expected ...; this rule is
   * ignored}.
   */
  public String line() {
    return what() + "; " + consequence;
  }

  /** The message without the consequence. */
  public String what() {
    return position + ": " + found + ", expected " + expected;
  }

  @Override
  public String toString() {
    return line();
  }
}
