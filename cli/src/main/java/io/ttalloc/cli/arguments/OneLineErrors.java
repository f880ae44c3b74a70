package io.ttalloc.cli.arguments;

import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.text.VisibleText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints the errors of commands: one line for each problem and, if arguments are wrong, one more
 * line that says where to find help. The exit status is {@value #STATUS} unless the failure
 * specifies another status. Stateless.
 *
 * <p>A stack trace is printed only for an unexpected error.
 */
public final class OneLineErrors {

  public static final int STATUS = 1;

  private OneLineErrors() {}

  public static int badArguments(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    String arguments = name.substring(command.getCommandSpec().root().name().length());
    err.println("tt-alloc: " + onOneLine(whatIsWrong(problem)));
    err.println("for help: " + LauncherCommand.ofThisProcess() + arguments + " --help");
    return STATUS;
  }

  public static int failure(Exception problem, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (problem instanceof CommandFailure foreseen) {
      foreseen.lines().forEach(line -> err.println("tt-alloc: " + onOneLine(line)));
      return foreseen.status();
    }
    if (problem instanceof TypeConversionException argument) {
      err.println("tt-alloc: " + onOneLine(argument.getMessage()));
      return STATUS;
    }
    err.println(
        "tt-alloc: "
            + command.getCommandName()
            + " failed unexpectedly: "
            + onOneLine("" + problem));
    StringWriter trace = new StringWriter();
    problem.printStackTrace(new PrintWriter(trace, true));
    trace.toString().lines().forEach(line -> err.println(visibleBehindTab(line)));
    return STATUS;
  }

  /** Escapes a line except for a leading tab, which indents the lines of a stack trace. */
  private static String visibleBehindTab(String line) {
    return line.startsWith("\t") ? "\t" + VisibleText.of(line.substring(1)) : VisibleText.of(line);
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

  /** Replaces line breaks with spaces and escapes other invisible characters. */
  private static String onOneLine(@Nullable String message) {
    return VisibleText.of(String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " "));
  }
}
