package io.ttalloc.serve.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests the beginnings and ends of leaks in a running process; LeakTrackerTest also covers the end
 * of a process.
 */
class LeakChangesTest {
  private final LeakChanges<String> changes = new LeakChanges<>();

  private List<String> next(Map<String, String> leaks, boolean complete) {
    return changes.next(leaks, complete, false).stream()
        .map(change -> (change.ended() ? "end " : "leak ") + change.fingerprint() + change.facts())
        .toList();
  }

  @Test
  void twoReportsInARowMakeALeakAndEndIt() {
    assertThat(next(Map.of("a", "1"), true)).isEmpty();
    assertThat(next(Map.of("a", "2"), true)).containsExactly("leak a2");
    assertThat(changes.reported()).containsExactly("2");
    assertThat(next(Map.of(), true)).isEmpty();
    assertThat(next(Map.of(), true)).containsExactly("end a2");
    assertThat(changes.reported()).isEmpty();
  }

  @Test
  void whatMayHaveBeenLeftOutHasNotEnded() {
    next(Map.of("a", "1"), true);
    next(Map.of("a", "1"), true);

    assertThat(next(Map.of(), false)).isEmpty();
    assertThat(next(Map.of(), false)).isEmpty();
    assertThat(changes.reported()).containsExactly("1");
  }

  @Test
  void theLastReportCountsAtOnce() {
    assertThat(changes.next(Map.of("a", "1"), true, true)).hasSize(1);
    assertThat(changes.next(Map.of(), true, true)).hasSize(1);
  }
}
