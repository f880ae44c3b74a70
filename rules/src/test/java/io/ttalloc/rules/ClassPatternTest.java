package io.ttalloc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPatternTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.Pool, com.acme.Pool, true",
    "com.acme.Pool, com/acme/Pool, true",
    "com.acme.Pool, com.acme.Pool$Entry, false",
    "com.acme.Pool, com.acme.Poll, false",
    "com.acme.Pool, com.acmeXPool, false",
    "com.acme.Pool$Entry, com/acme/Pool$Entry, true",
    "Main, Main, true",
    "com.acme.*, com.acme.Pool, true",
    "com.acme.*, com/acme/Pool$Entry, true",
    "com.acme.*, com.acme.io.Pool, false",
    "com.acme.*, com/acme/io/Pool, false",
    "com.acme.*, com.acmetoo.Pool, false",
    "com.acme.*, com.acme, false",
    "com.acme.*, com.acme., false",
    "com.acme.**, com.acme.Pool, true",
    "com.acme.**, com/acme/io/net/Pool, true",
    "com.acme.**, com.acmetoo.Pool, false",
    "com.acme.**, org/acme/Pool, false",
  })
  void matchesBinaryAndInternalNames(String pattern, String className, boolean expected) {
    assertThat(parse(pattern).matches(className)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.acme.Pool", "com.acme.*", "com.acme.**", "a.B$C"})
  void isWrittenAsItWasRead(String text) {
    assertThat(parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "*",
        "**",
        ".*",
        ".**",
        "com..Pool",
        ".Pool",
        "com.",
        "com.acme.Po*",
        "com.*.Pool",
        "com/acme/Pool",
        "com.acme.***",
        "com acme",
        "1com.Pool",
        "com.acme.\u0000",
        "int[]"
      })
  void refusesWhatIsNoPattern(String text) {
    assertThat(ClassPattern.parse(text)).isNull();
  }

  @Test
  void keepsThePackageApartFromTheStars() {
    assertThat(parse("com.acme.**"))
        .isEqualTo(new ClassPattern("com.acme", ClassPattern.Kind.PACKAGE_AND_BELOW));
  }

  private static ClassPattern parse(String text) {
    ClassPattern pattern = ClassPattern.parse(text);
    assertThat(pattern).as(text).isNotNull();
    return pattern;
  }
}
