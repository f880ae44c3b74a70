package io.ttalloc.cli.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option for the ledger directory, the same for every command that works on whole directories.
 */
public final class FolderOption {

  @Option(
      names = "--dir",
      paramLabel = "FOLDER",
      description =
          "The folder with the ledgers; if not given, the value of TT_ALLOC_DIR or, if that"
              + " is not set, tt-alloc-USER in /dev/shm and in /tmp.")
  private @Nullable Path folder;

  /**
   * Returns the directories to work on; default directories need not exist.
   *
   * @throws CommandFailure if the user named a directory that does not exist
   */
  public List<Path> folders(LedgerLookup defaults) {
    Path named = folder;
    if (named == null) {
      return defaults.directories();
    }
    if (!Files.isDirectory(named)) {
      throw new CommandFailure(
          "%s is not a folder, expected the folder that the agent's option dir names"
              .formatted(named));
    }
    return List.of(named);
  }
}
