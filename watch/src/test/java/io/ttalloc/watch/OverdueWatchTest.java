package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that resources become OVERDUE without a change of any counter. */
class OverdueWatchTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private long nanos = 1;
  private Instant now = Instant.parse("2023-11-14T12:00:00Z");
  private final MachineWatch watch =
      new MachineWatch(
          new WatchedFolders(() -> List.of(folder), file -> true, 9, () -> now, ProcessWatch::open),
          1,
          () -> now,
          () -> nanos,
          () -> nanos);

  @AfterEach
  void close() {
    watch.close();
  }

  /** A process whose ledger began an hour ago. */
  private SampleLedger ledger() throws IOException {
    return SampleLedger.of(folder, 7, now, "app.Main");
  }

  private Instant judgedLater(long seconds) {
    nanos += seconds * SECOND;
    now = now.plusSeconds(seconds);
    return watch.next().processes().get(0).digest().reading().at();
  }

  @Test
  void whatBecomesOverdueIsJudgedThoughNoCounterChanges() throws IOException {
    long hour = 3_600 * SECOND;
    SampleLedger ledger = ledger().limit(hour + 60 * SECOND).open("file", 1);
    try (LedgerLock lock = ledger.running()) {
      Instant first = judgedLater(1);
      assertThat(judgedLater(30)).isEqualTo(first);
      assertThat(judgedLater(31)).isEqualTo(now);
    } finally {
      ledger.ended(0);
    }
  }

  /** The resource may have been returned to a cache, which no counter shows. */
  @Test
  void whatIsOverdueIsJudgedAgainAfterTenSeconds() throws IOException {
    SampleLedger ledger = ledger().limit(SECOND).open("file", 1);
    try (LedgerLock lock = ledger.running()) {
      Instant first = judgedLater(1);
      assertThat(watch.next().processes().get(0).digest().sites())
          .extracting(site -> site.entry().group().verdict().toString())
          .containsExactly("OVERDUE");
      assertThat(judgedLater(10)).isEqualTo(first);
      assertThat(judgedLater(1)).isEqualTo(now);
    } finally {
      ledger.ended(0);
    }
  }
}
