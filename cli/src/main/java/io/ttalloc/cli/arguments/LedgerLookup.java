package io.ttalloc.cli.arguments;

import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.ledger.files.LedgerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds ledgers by process id.
 *
 * @param directories the directories to search, in this order
 */
public record LedgerLookup(List<Path> directories) {

  /**
   * Returns a lookup in the directories to which an agent with the same environment would write.
   */
  public static LedgerLookup ofThisUser() {
    String configured = System.getenv("TT_ALLOC_DIR");
    return new LedgerLookup(
        configured == null || configured.isBlank()
            ? LedgerDirectory.defaults()
            : List.of(UserPathConverter.of(configured)));
  }

  /**
   * Returns the ledger that a user named.
   *
   * @throws CommandFailure if there is no such ledger
   */
  public Path find(DumpTarget target) {
    if (target instanceof DumpTarget.OfFile file) {
      return file.ledger();
    }
    if (target instanceof DumpTarget.OfFolders folder) {
      throw new CommandFailure(
          folder.folders().get(0)
              + " is a folder, expected a process id or the path of one ledger");
    }
    long pid = ((DumpTarget.OfProcess) target).pid();
    Path newest = null;
    for (Path directory : directories) {
      Path found = newestOf(pid, directory);
      newest = newest == null ? found : newest;
    }
    if (newest == null) {
      throw new CommandFailure(
          "no ledger for process %d in %s; the process may have ended without a leak or run"
                  .formatted(pid, directories)
              + " without the agent, or its ledger may be in another folder (option dir or"
              + " TT_ALLOC_DIR; give the path of the ledger) or have been removed to make room for"
              + " newer ones");
    }
    return newest;
  }

  private static @Nullable Path newestOf(long pid, Path directory) {
    List<LedgerFiles> all = new ArrayList<>();
    try {
      all.addAll(LedgerFiles.list(directory));
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(directory, e), e);
    }
    // The files are sorted by name, so if several processes had the same id, the process that
    // started last comes last.
    Path newest = null;
    for (LedgerFiles files : all) {
      if (files.pid().isPresent() && files.pid().getAsLong() == pid) {
        newest = files.ledger();
      }
    }
    return newest;
  }
}
