package io.ttalloc.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentLogTest {
  @Test
  void aLineHasThePartAndTheValuesInTheirPlaces() {
    assertThat(AgentLog.line("weave", "woven {}{}", "com.acme.A", ""))
        .isEqualTo("[weave] woven com.acme.A");
    assertThat(AgentLog.line("exit", "{} of {} ms", 1, 20)).isEqualTo("[exit] 1 of 20 ms");
    assertThat(AgentLog.line("exit", "{}: {}", "no bean", new IllegalStateException("why")))
        .isEqualTo("[exit] no bean: java.lang.IllegalStateException: why");
    assertThat(AgentLog.line("exit", "nothing to fill")).isEqualTo("[exit] nothing to fill");
  }

  @Test
  void aPlaceWithoutValueAndAValueWithoutPlaceDoNoHarm() {
    assertThat(AgentLog.line("x", "{} {}", "{}")).isEqualTo("[x] {} {}");
    assertThat(AgentLog.line("x", "none", 1, 2)).isEqualTo("[x] none");
  }

  @Test
  void withoutTheOptionNothingIsWritten() {
    List<String> lines = new ArrayList<>();
    Console.copyTo(lines);
    try {
      AgentLog.of("x").info("a {}", "b");
      AgentLog.of("x").info("a", new IllegalStateException());
    } finally {
      Console.copyTo(null);
    }
    assertThat(lines).isEmpty();
  }
}
