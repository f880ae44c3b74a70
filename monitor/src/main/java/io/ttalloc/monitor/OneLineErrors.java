package io.ttalloc.monitor;

import java.io.PrintWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * How every error of a command reaches the person who typed it: one line for each thing that is
 * wrong, for arguments one more that says where help is, and exit status {@value #STATUS}.
 * Stateless.
 *
 * <p>Only an error that nobody foresaw is followed by its stack trace, for whoever has to mend it.
 */
final class OneLineErrors {

  static final int STATUS = 1;

  private OneLineErrors() {}

  static int badArguments(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println("tt-alloc: " + onOneLine(whatIsWrong(problem)));
    err.println("for help: ./" + name + " --help");
    return STATUS;
  }

  static int failure(Exception problem, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (problem instanceof CommandFailure foreseen) {
      foreseen.lines().forEach(line -> err.println("tt-alloc: " + onOneLine(line)));
    } else {
      err.println("tt-alloc: " + command.getCommandName() + " failed unexpectedly: " + problem);
      problem.printStackTrace(err);
    }
    return STATUS;
  }

  private static @Nullable String whatIsWrong(ParameterException problem) {
    Set<String> commands = problem.getCommandLine().getSubcommands().keySet();
    if (problem instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !commands.isEmpty()) {
      String found = unmatched.getUnmatched().get(0);
      return "unknown command '%s', expected one of %s".formatted(found, commands);
    }
    return problem.getMessage();
  }

  /**
   * Line ends and other control characters become blanks: arguments and paths may hold anything.
   */
  private static String onOneLine(@Nullable String message) {
    return String.valueOf(message).strip().replaceAll("\\p{Cntrl}+", " ");
  }
}
