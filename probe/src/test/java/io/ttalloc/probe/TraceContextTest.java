package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.resource.TraceContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TraceContextTest {
  private static final TraceContext IN_SPAN =
      new TraceContext() {
        @Override
        protected @Nullable String identifiers() {
          return "4bf9 span 00f0";
        }
      };

  @AfterEach
  void useNone() {
    TraceContext.use(null);
  }

  @Test
  void standsBehindTheLabelIfThereIsOne() {
    TraceContext.use(IN_SPAN);
    String now = TraceContext.now();

    assertThat(TraceContext.joined("orders", now)).isEqualTo("orders, trace 4bf9 span 00f0");
    assertThat(TraceContext.joined(null, now)).isEqualTo("trace 4bf9 span 00f0");
    assertThat(TraceContext.joined("", now)).isEqualTo("trace 4bf9 span 00f0");
  }

  @Test
  void isFoundAgainInALabelThatChanges() {
    TraceContext.use(IN_SPAN);

    assertThat(TraceContext.in("orders, trace 4bf9 span 00f0")).isEqualTo("trace 4bf9 span 00f0");
    assertThat(TraceContext.in("trace 4bf9 span 00f0")).isEqualTo("trace 4bf9 span 00f0");
    assertThat(TraceContext.in("orders")).isNull();
    assertThat(TraceContext.in(null)).isNull();
  }

  @Test
  void isNothingIfNoLibraryIsUsed() {
    assertThat(TraceContext.now()).isNull();
    assertThat(TraceContext.joined("orders", null)).isEqualTo("orders");
    assertThat(TraceContext.in("a, trace of a label")).isNull();
  }
}
