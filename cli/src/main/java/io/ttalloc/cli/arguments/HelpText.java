package io.ttalloc.cli.arguments;

/** Parts of the help text that all commands share. */
public final class HelpText {
  public static final String EXAMPLES = "%nExamples:%n";
  public static final String EXIT_STATUS = "%nExit status:%n";
  public static final String DONE = "0:done";
  public static final String ERROR = "1:an error, explained in one line";
  public static final String LEAK =
      "23:with --fail-on=leak, a leak that is neither in the baseline nor suppressed";
  public static final String NO_JUDGEMENT =
      "24:with --fail-on=leak, no leak was found, but the process is still running, was killed or"
          + " was tracked only in part";

  private HelpText() {}
}
