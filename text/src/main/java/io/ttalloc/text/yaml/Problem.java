package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;

/**
 * One problem with a file, which is reported in one line.
 *
 * @param position where it was written
 * @param found what was found there; text of the user is quoted by {@link Wording#quote}
 * @param expected what was expected there
 * @param consequence what happens because of it, for example {@code this rule is ignored}
 */
public record Problem(Position position, String found, String expected, String consequence) {

  /** Consequence of a problem with a file as a whole. */
  public static final String FILE_IGNORED = "the file is ignored";

  /** Consequence of a problem that concerns one entry only. */
  public static final String ENTRY_IGNORED = "this entry is ignored";

  /** {@code rules.yaml:12:5: unknown clause 'opne', expected ...; this rule is ignored}. */
  public String line() {
    return what() + "; " + consequence;
  }

  /** The line without the consequence. */
  public String what() {
    return position + ": " + found + ", expected " + expected;
  }

  @Override
  public String toString() {
    return line();
  }
}
