package io.ttalloc.cli;

/** What the help texts of all commands have in common. */
final class HelpText {
  static final String EXAMPLES = "%nExamples:%n";
  static final String EXIT_STATUS = "%nExit status:%n";
  static final String DONE = "0:done";
  static final String ERROR = "1:an error, which one line explains";
  static final String LEAK =
      "23:with --fail-on=leak, a leak that is neither in the baseline nor suppressed";
  static final String NO_JUDGEMENT =
      "24:with --fail-on=leak, no such leak, but the process still runs, was killed or was not"
          + " tracked completely";

  private HelpText() {}
}
