package io.ttalloc.cli.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A ledger as the user named it. */
public sealed interface DumpTarget {

  /** The ledger of a process, running or not; the newest if there are several. */
  record OfProcess(long pid) implements DumpTarget {}

  /** A ledger by its path, at which there was a file when the arguments were read. */
  record OfFile(Path ledger) implements DumpTarget {}

  /**
   * Reads {@code PID|LEDGER}: digits are a process, so a file with such a name is written {@code
   * ./123}.
   */
  final class Converter implements ITypeConverter<DumpTarget> {

    @Override
    public DumpTarget convert(String value) {
      if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return ofProcess(value);
      }
      Path file = UserPathConverter.of(value);
      if (value.isEmpty() || !Files.isRegularFile(file)) {
        throw new TypeConversionException(
            "'%s' is no file, expected a process id or the path of a ledger".formatted(value));
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
