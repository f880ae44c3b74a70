package io.ttalloc.cli.arguments;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts an argument to a process id. */
public final class ProcessIdConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String written) {
    try {
      return Long.valueOf(written);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is not a number, expected a process id".formatted(written));
    }
  }
}
