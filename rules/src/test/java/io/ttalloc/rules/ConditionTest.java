package io.ttalloc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.yaml.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final Position AT = new Position("rules.yaml", 3, 7);

  private static Condition condition(String text) {
    Condition read = Condition.parse(text, AT);
    assertThat(read).as(text).isNotNull();
    return read;
  }

  @Test
  void isWrittenAsItWasRead() {
    assertThat(condition(" jdk>=21 ")).hasToString("jdk >= 21");
    assertThat(condition("lib < 4.1.100")).hasToString("lib < 4.1.100");
    assertThat(condition("lib = 10.0")).hasToString("lib = 10");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jdk",
        "jdk 21",
        "jdk >=",
        "jdk >= x",
        "jdk >= 21-ea",
        "jdk => 21",
        "jdk == 21",
        "jdk >= 21 and jdk < 25",
        "lib >= 1..2",
        "lib >= .1",
        "lib >= 1.",
        "lib >= -1",
        "lib >= 99999999999999999999",
        "library >= 1",
        "java >= 17",
        ">= 17"
      })
  void refusesWhatIsNoCondition(String text) {
    assertThat(Condition.parse(text, AT)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "lib >= 9, 9, true",
    "lib >= 9, 9.0.0, true",
    "lib >= 9, 8.99, false",
    "lib > 9, 9.0, false",
    "lib > 9, 9.0.1, true",
    "lib <= 9, 9-M1, true",
    "lib < 9, 9.Final, false",
    "lib = 4.1, 4.1.0.RELEASE, true",
    "lib = 4.1, 4.10, false",
    "jdk >= 21, 25.0.3+9-LTS, true",
    "jdk < 21, 17.0.15+6, true",
    "lib >= 1.2.3.4.5.6.7.8, 1.2.3.4.5.6.7.8.9, true"
  })
  void comparesTheNumbersThatVersionsBeginWith(String text, String version, boolean holds) {
    Version actual = Version.parse(version);

    assertThat(actual).isNotNull();
    assertThat(condition(text).holdsFor(actual)).isEqualTo(holds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1", "-1", ".1", "${version}", "99999999999"})
  void isNoVersion(String text) {
    assertThat(Version.parse(text)).isNull();
  }
}
