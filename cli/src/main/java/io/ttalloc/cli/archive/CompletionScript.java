package io.ttalloc.cli.archive;

import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Generates the completion script for bash, which zsh can use through its emulation of bash
 * completion.
 */
final class CompletionScript {

  private static final String HEADER =
      """
      # Completion for tt-alloc in bash and zsh, generated from the command's options. To use it, source this file; where
      # the package bash-completion is installed, it is enough to add the archive's folder share to XDG_DATA_DIRS.
      """;

  /** Turns off the completion of file names. */
  private static final String NO_FILES = "compopt +o default";

  private CompletionScript() {}

  /**
   * Returns picocli's script without its own installation instructions. If no word matches, file
   * names are completed, since most arguments are ledgers, reports or commands.
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
