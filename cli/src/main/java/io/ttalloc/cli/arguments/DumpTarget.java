package io.ttalloc.cli.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A ledger as the user named it. */
public sealed interface DumpTarget {

  /** The ledger of a process, running or not; the newest if there are several. */
  record OfProcess(long pid) implements DumpTarget {}

  /** All ledgers in these folders. */
  record OfFolders(List<Path> folders) implements DumpTarget {}

  /**
   * Several targets as one.
   *
   * @throws CommandFailure not all are folders
   */
  static DumpTarget ofAll(List<DumpTarget> targets) {
    if (targets.size() == 1) {
      return targets.get(0);
    }
    List<Path> folders = new ArrayList<>();
    for (DumpTarget target : targets) {
      if (!(target instanceof OfFolders folder)) {
        throw new CommandFailure(
            "%d arguments, expected one process or ledger, or folders with ledgers"
                .formatted(targets.size()));
      }
      folders.addAll(folder.folders());
    }
    return new OfFolders(List.copyOf(folders));
  }

  /** A ledger by its path, at which there was a file when the arguments were read. */
  record OfFile(Path ledger) implements DumpTarget {}

  /**
   * Reads {@code PID|LEDGER|FOLDER}: digits are a process, so a file with such a name is written
   * {@code ./123}.
   */
  final class Converter implements ITypeConverter<DumpTarget> {

    @Override
    public DumpTarget convert(String value) {
      if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return ofProcess(value);
      }
      Path file = UserPathConverter.of(value);
      if (!value.isEmpty() && Files.isDirectory(file)) {
        return new OfFolders(List.of(file));
      }
      if (value.isEmpty() || !Files.isRegularFile(file)) {
        throw new TypeConversionException(
            "'%s' is no file, expected a process id or the path of a ledger or of a folder with ledgers"
                .formatted(value));
      }
      return new OfFile(file);
    }

    private static DumpTarget ofProcess(String digits) {
      try {
        return new OfProcess(Long.parseLong(digits));
      } catch (NumberFormatException tooLarge) {
        throw new TypeConversionException(
            "'%s' is too large for a process id, expected at most %d"
                .formatted(digits, Long.MAX_VALUE));
      }
    }
  }
}
