package io.ttalloc.monitor;

import io.ttalloc.yaml.UserPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts arguments to paths. Expands a leading {@code ~/}, which a shell does not in {@code
 * --baseline=~/x}.
 */
final class UserPathConverter implements ITypeConverter<Path> {

  @Override
  public Path convert(String written) {
    try {
      return of(written);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'%s' is not a path".formatted(written));
    }
  }

  /**
   * The path for a text.
   *
   * @throws InvalidPathException if the text is not a path
   */
  static Path of(String written) {
    return Path.of(UserPath.expanded(written, System.getenv("HOME")));
  }
}
