package io.ttalloc.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AotTrainingTest {
  private static String by(String... arguments) {
    return String.valueOf(AotTraining.recordedBy(arguments));
  }

  @Test
  void recordsByItsModeOrWithAnOutput() {
    assertThat(by("-Xmx1g", "-XX:AOTMode=record", "-XX:AOTConfiguration=a"))
        .isEqualTo("-XX:AOTMode=record");
    assertThat(by("-XX:AOTCacheOutput=a.aot")).isEqualTo("-XX:AOTCacheOutput=a.aot");
  }

  @Test
  void recordsByAFileOfFlags() {
    assertThat(by("AOTMode=record")).isEqualTo("-XX:AOTMode=record");
    assertThat(by("AOTMode=record", "-AOTRecordTraining")).isEqualTo("null");
  }

  @Test
  void usesACacheOrNone() {
    assertThat(by()).isEqualTo("null");
    assertThat(by("-XX:AOTCache=a.aot", "-XX:AOTMode=on")).isEqualTo("null");
  }

  @Test
  void recordsNothingOfMethodsIfThatIsSwitchedOff() {
    assertThat(by("-XX:AOTMode=record", "-XX:-AOTRecordTraining")).isEqualTo("null");
    assertThat(by("-XX:-AOTRecordTraining", "-XX:+AOTRecordTraining", "-XX:AOTMode=record"))
        .isEqualTo("-XX:AOTMode=record");
  }
}
