package io.ttalloc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static Settings of(Map<String, String> parameters) {
    return Settings.of(name -> Optional.ofNullable(parameters.get(name)));
  }

  @Test
  void readsAllParameters() {
    Map<String, String> parameters =
        Map.of(
            "ttalloc.leaks", "report",
            "ttalloc.scope", "Class",
            "ttalloc.grace", "300 ms",
            "ttalloc.required", "true",
            "ttalloc.agent", "a.jar=packs=jdk-files");

    assertThat(of(parameters))
        .isEqualTo(
            new Settings(
                Settings.Leaks.REPORT,
                Settings.Level.CLASS,
                Duration.ofMillis(300),
                true,
                "a.jar=packs=jdk-files"));
    assertThat(of(Map.of()))
        .isEqualTo(
            new Settings(
                Settings.Leaks.FAIL, Settings.Level.INVOCATION, Duration.ofSeconds(5), false, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ttalloc.leaks    | of       | fail, report or off
          ttalloc.scope    | method   | invocation or class
          ttalloc.grace    | soon     | a time such as 5s or 300ms
          ttalloc.grace    | 5        | a time such as 5s or 300ms
          ttalloc.grace    | -1s      | a time such as 5s or 300ms
          ttalloc.grace    | 9999999s | a time such as 5s or 300ms
          ttalloc.required | yes      | true or false
          """)
  void saysWhatIsExpectedInPlaceOfAWrongValue(String name, String value, String expected) {
    assertThatThrownBy(() -> of(Map.of(name, value)))
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessage("tt-alloc: %s is '%s', expected %s", name, value, expected);
  }
}
