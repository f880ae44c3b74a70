package io.ttalloc.monitor;

import io.ttalloc.yaml.UserPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads names of files: with a leading {@code ~/}, which a shell leaves in {@code --baseline=~/x}.
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
   * The path that is meant.
   *
   * @throws InvalidPathException it is none
   */
  static Path of(String written) {
    return Path.of(UserPath.expanded(written, System.getenv("HOME")));
  }
}
