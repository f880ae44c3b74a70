package io.ttalloc.cli.arguments;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts an argument to a number. */
public final class WholeNumberConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String written) {
    try {
      return Integer.valueOf(written);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is not a whole number up to %d".formatted(written, Integer.MAX_VALUE));
    }
  }
}
