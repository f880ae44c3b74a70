package io.ttalloc.probe.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names of generated classes lose the parts that differ between runs; all other names are
 * unchanged.
 */
class StableNamesTest {
  @ParameterizedTest
  @CsvSource({
    "jdk.internal.reflect.GeneratedMethodAccessor17, jdk.internal.reflect.GeneratedMethodAccessor",
    "jdk.proxy2.$Proxy42, jdk.proxy2.$Proxy",
    "com.acme.Main$$Lambda/0x0000abcd, com.acme.Main$$Lambda",
    "com.acme.Main$$Lambda$14/0x0000000800c03000, com.acme.Main$$Lambda$",
    "com.acme.Service$$EnhancerBySpring$$1a2b3c4d, com.acme.Service$$EnhancerBySpring$$",
    "java.lang.invoke.LambdaForm$MH0123, java.lang.invoke.LambdaForm$MH",
    "com.acme.Hidden/0x0000000800c03000, com.acme.Hidden",
  })
  void leavesOutTheNumbersOfGeneratedClasses(String name, String stable) {
    assertThat(StableNames.of(name)).isEqualTo(stable);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Main",
        "com.acme.Main$1",
        "com.acme.Base64",
        "com.acme.Cafe",
        "com.acme.v2.Main",
        "deadbeef",
        "1",
      })
  void leavesOtherNamesAsTheyAre(String name) {
    assertThat(StableNames.of(name)).isEqualTo(name);
  }
}
