package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionProblemsTest {
  private static final String MORE =
      "further connections refused or closed: 980 (at most 20 lines a minute are printed)";

  private final List<String> lines = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5; // because System.nanoTime may overflow
  private final ConnectionProblems problems = new ConnectionProblems(lines::add, () -> now);

  @Test
  void theLinesOfAMinuteAreBoundedAndTheOthersCounted() {
    addThousand();
    assertThat(lines).hasSize(20).startsWith("line 0").endsWith("line 19");
    now += TimeUnit.MINUTES.toNanos(1) - 1;
    problems.check();
    assertThat(lines).as("the minute is not over").hasSize(20);
    now++;
    problems.check();
    problems.check();
    assertThat(lines).hasSize(21).endsWith(MORE);
    addThousand();
    assertThat(lines).hasSize(41).endsWith("line 19");
    now += TimeUnit.MINUTES.toNanos(1);
    problems.add("the next");
    assertThat(lines).hasSize(43).endsWith(MORE, "the next");
  }

  @Test
  void theCountIsReportedAtTheEnd() {
    addThousand();
    problems.finish();
    problems.finish();
    assertThat(lines).hasSize(21).endsWith(MORE);
  }

  @Test
  void fewAreReportedOneByOne() {
    problems.add("one");
    now += TimeUnit.HOURS.toNanos(1);
    problems.check();
    problems.finish();
    assertThat(lines).containsExactly("one");
  }

  private void addThousand() {
    for (int i = 0; i < 1_000; i++) {
      problems.add("line " + i);
    }
  }
}
