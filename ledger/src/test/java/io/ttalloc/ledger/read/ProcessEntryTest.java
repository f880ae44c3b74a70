package io.ttalloc.ledger.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessEntryTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);
  private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

  @Test
  void itsAgeCountsFromTheStartOfTheProcess() {
    assertThat(age(START, START.plusMillis(100), 7)).isEqualTo(100_000_007);
    assertThat(age(START.plusMillis(100), START, 7)).isZero();
  }

  @Test
  void anAgeThatExceedsALongIsTheGreatestLong() {
    assertThat(age(EARLIEST, START, 7)).isEqualTo(Long.MAX_VALUE);
    assertThat(age(EARLIEST, LATEST, -1)).isEqualTo(Long.MAX_VALUE);
    assertThat(age(START, START.plusNanos(1), Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(age(LATEST, START, 7)).isZero();
    assertThat(age(START, START.minusNanos(1), Long.MIN_VALUE)).isZero();
  }

  private static long age(Instant startedAt, Instant clockBase, long readAtNanos) {
    ProcessEntry.Ended ended = ProcessEntry.Ended.EXIT;
    return new ProcessEntry(
            1,
            startedAt,
            new ProcessEntry.Clock(clockBase, 5, readAtNanos, readAtNanos),
            "demo",
            "17",
            ended,
            false,
            true,
            Set.of())
        .ageNanos();
  }
}
