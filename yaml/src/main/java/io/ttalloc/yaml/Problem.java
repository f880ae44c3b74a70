package io.ttalloc.yaml;

/**
 * One thing that is wrong with a file, told in one line.
 *
 * @param position where it was written
 * @param found what stands there, quoted by {@link Wording#quote} where it is the user's own text
 * @param expected what could stand there instead
 * @param consequence what happens now, for example {@code this rule is dropped}
 */
public record Problem(Position position, String found, String expected, String consequence) {

  /** Consequence of a problem with a file as a whole. */
  public static final String FILE_IGNORED = "the file is ignored";

  /** Consequence of a problem with one entry that changes no other. */
  public static final String ENTRY_IGNORED = "this entry is ignored";

  /** {@code rules.yaml:12:5: unknown clause 'opne', expected ...; this rule is dropped}. */
  public String line() {
    return position + ": " + found + ", expected " + expected + "; " + consequence;
  }

  @Override
  public String toString() {
    return line();
  }
}
