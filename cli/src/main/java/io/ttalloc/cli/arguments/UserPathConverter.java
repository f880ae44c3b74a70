package io.ttalloc.cli.arguments;

import io.ttalloc.text.UserPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts arguments to paths. Expands a leading {@code ~/}, because a shell does not do so in
 * {@code --baseline=~/x}.
 */
public final class UserPathConverter implements ITypeConverter<Path> {

  @Override
  public Path convert(String written) {
    return of(written);
  }

  /**
   * Returns the path that an argument names.
   *
   * @throws TypeConversionException if the argument is not a path
   */
  public static Path of(String written) {
    try {
      return Path.of(UserPath.expanded(written, System.getenv("HOME")));
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "'%s' cannot be encoded as a file name in this locale (%s), expected a locale whose encoding supports it, such as LC_ALL=C.UTF-8"
              .formatted(written, System.getProperty("sun.jnu.encoding")));
    }
  }
}
