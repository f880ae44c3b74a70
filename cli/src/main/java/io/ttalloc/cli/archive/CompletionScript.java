package io.ttalloc.cli.archive;

import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The script that completes the command in bash, and in zsh by its emulation of bash. */
final class CompletionScript {

  private static final String HEADER =
      """
      # Completion of tt-alloc for bash and zsh, generated from the command's options. To use it, source this file; where
      # the package bash-completion is installed, the folder share of the archive in XDG_DATA_DIRS is enough.
      """;

  /** Switches the completion of file names off. */
  private static final String NO_FILES = "compopt +o default";

  private CompletionScript() {}

  /**
   * The script of picocli without its own words on where to put it. Where it knows no word, names
   * of files come: most arguments are ledgers, reports or commands.
   */
  static String of(CommandLine command) {
    String script = AutoComplete.bash(command.getCommandName(), command);
    return HEADER
        + script
            .lines()
            .dropWhile(line -> line.startsWith("#"))
            .filter(line -> !line.endsWith(NO_FILES))
            .map(line -> line.replaceAll(" \\(see \\[\\d\\]\\)", ""))
            .collect(Collectors.joining("\n", "", "\n"));
  }
}
