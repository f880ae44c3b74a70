package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cli.arguments.DumpTarget;
import io.ttalloc.cli.arguments.WholeNumberConverter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ArgumentsTest {
  @Test
  void aNumberIsAWholeOne() {
    WholeNumberConverter converter = new WholeNumberConverter();

    assertThat(converter.convert("12")).isEqualTo(12);
    assertThatThrownBy(() -> converter.convert("x"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'x' is not a whole number up to 2147483647");
  }

  /**
   * The name contains a NUL character, which no argument can contain, and which is invalid in a
   * file name in every locale.
   */
  @Test
  void aNameThatTheLocaleCannotHaveIsNoInternalError() {
    assertThatThrownBy(() -> new DumpTarget.Converter().convert("a\0.ledger"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("cannot be encoded as a file name in this locale (")
        .hasMessageEndingWith(
            "expected a locale whose encoding supports it, such as LC_ALL=C.UTF-8");
  }
}
