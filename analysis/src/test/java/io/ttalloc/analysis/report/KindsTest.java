package io.ttalloc.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each class of reasons and steps has a kind of the same name, and vice versa. */
class KindsTest {

  @Test
  void ofReasons() {
    assertThat(Arrays.stream(Reason.Fact.FOR_GOOD.kind().getDeclaringClass().getEnumConstants()))
        .extracting(Enum::name)
        .containsExactlyInAnyOrderElementsOf(names(Reason.class));
  }

  @Test
  void ofSteps() {
    assertThat(Arrays.stream(Step.Fact.CLOSE_VIEW.kind().getDeclaringClass().getEnumConstants()))
        .extracting(Enum::name)
        .containsExactlyInAnyOrderElementsOf(names(Step.class));
  }

  private static List<String> names(Class<?> type) {
    List<String> names = new ArrayList<>();
    for (Class<?> each : type.getPermittedSubclasses()) {
      if (each.isInterface()) {
        names.addAll(names(each));
      } else {
        names.add(JavaNames.constant(each));
      }
    }
    return names;
  }
}
