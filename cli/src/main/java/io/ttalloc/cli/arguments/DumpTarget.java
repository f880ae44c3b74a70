package io.ttalloc.cli.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The ledger, or the directories of ledgers, that the user named. */
public sealed interface DumpTarget {

  /**
   * The ledger of a process that is running or has ended; if there are several, the newest one in
   * the first directory that has any.
   */
  record OfProcess(long pid) implements DumpTarget {}

  /** All ledgers in these directories. */
  record OfFolders(List<Path> folders) implements DumpTarget {}

  /**
   * Combines several targets into one.
   *
   * @throws CommandFailure if not all of them are directories
   */
  static DumpTarget ofAll(List<DumpTarget> targets) {
    if (targets.size() == 1) {
      return targets.get(0);
    }
    List<Path> folders = new ArrayList<>();
    for (DumpTarget target : targets) {
      if (!(target instanceof OfFolders folder)) {
        throw new CommandFailure(
            "%d arguments given, expected one process id or ledger, or only folders with ledgers"
                .formatted(targets.size()));
      }
      folders.addAll(folder.folders());
    }
    return new OfFolders(List.copyOf(folders));
  }

  /** A ledger given by its path; the file existed when the arguments were read. */
  record OfFile(Path ledger) implements DumpTarget {}

  /**
   * Converts {@code PID|LEDGER}: digits are a process id, so a file with such a name must be
   * written as {@code ./123}. A directory is rejected when its ledger is looked up.
   */
  class Converter implements ITypeConverter<DumpTarget> {
    private final String expected;

    public Converter() {
      this("a process id or the path of a ledger");
    }

    private Converter(String expected) {
      this.expected = expected;
    }

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
            "'%s' is not a file, expected %s".formatted(value, expected));
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

  /** Converts {@code PID|LEDGER|FOLDER}. */
  final class WithFolders extends Converter {
    public WithFolders() {
      super("a process id or the path of a ledger or of a folder with ledgers");
    }
  }
}
