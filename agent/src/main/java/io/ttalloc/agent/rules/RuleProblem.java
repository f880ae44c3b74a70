package io.ttalloc.agent.rules;

/**
 * One thing that is wrong with a rule, told in one line.
 *
 * @param position where it was written
 * @param found what stands there, quoted by {@link io.ttalloc.agent.options.Wording#quote} where it
 *     is the user's own text
 * @param expected what could stand there instead
 * @param consequence what happens now, for example {@code this rule is dropped}
 */
public record RuleProblem(Position position, String found, String expected, String consequence) {

  /** Consequence of a problem inside one rule: the file's other rules still apply. */
  public static final String RULE_DROPPED = "this rule is dropped";

  /** Consequence of a problem with a file as a whole. */
  public static final String FILE_IGNORED = "the file is ignored";

  /** Consequence of a problem beside the rules that changes none of them. */
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
