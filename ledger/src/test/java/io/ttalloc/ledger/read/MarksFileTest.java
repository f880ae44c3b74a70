package io.ttalloc.ledger.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarksFileTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();

  private LedgerImage read() throws IOException {
    return LedgerReader.read(ledger.writeTo(dir.resolve("a.ledger")), Liveness.PROBE);
  }

  @Test
  void readsMarksInTheOrderOfTime() throws IOException {
    Path marks = dir.resolve("a.marks");
    Files.writeString(
        marks,
        """
        2023-11-14T22:13:21.5Z run 2
        yesterday run 0

        2023-11-14T22:13:19Z before\u001b[31m
        +1000000000-12-31T23:59:59Z far
        """);
    LedgerImage image = read();
    assertThat(image.marks())
        .containsExactly(
            new Mark("before?[31m", Instant.parse("2023-11-14T22:13:19Z"), -1_000_000_000L, -1),
            new Mark("run 2", Instant.parse("2023-11-14T22:13:21.5Z"), 1_500_000_000L, -1));
    String expected = ", expected '<ISO-8601 instant> <name>'; it is skipped";
    assertThat(image.marksDamage())
        .containsExactly(
            marks + " line 2 is not a mark: found 'yesterday run 0'" + expected,
            marks + " line 3 is not a mark: found nothing" + expected,
            marks + " line 5 is not a mark: found '+1000000000-12-31T23:59:59Z far'" + expected);
  }

  @Test
  void readsTheMemoryThatTheProcessOccupied() throws IOException {
    Files.writeString(
        dir.resolve("a.marks"),
        """
        2023-11-14T22:13:21Z rss=4096 run 1
        2023-11-14T22:13:22Z rss=? rss=7 of mine
        2023-11-14T22:13:23Z rss=many runs
        2023-11-14T22:13:24Z rss=5
        2023-11-14T22:13:25Z rss=9999999999999999999 run 5
        """);
    LedgerImage image = read();
    assertThat(image.marksDamage()).isEmpty();
    assertThat(image.marks())
        .extracting(mark -> mark.name() + "|" + mark.residentBytes() + "|" + mark.hasResident())
        .containsExactly(
            "run 1|4096|true",
            "rss=7 of mine|-1|false",
            "rss=many runs|-1|false",
            "rss=5|-1|false",
            "rss=9999999999999999999 run 5|-1|false");
  }

  @Test
  void readsNoMoreThanAHundredThousandMarks() throws IOException {
    Path marks = dir.resolve("a.marks");
    Files.writeString(marks, "2023-11-14T22:13:21Z m\n".repeat(MarksFile.MAX_LINES + 1));
    LedgerImage image = read();
    assertThat(image.marks()).hasSize(100_000);
    assertThat(image.marksDamage())
        .containsExactly(marks + " has more than 100000 lines; any marks beyond that are ignored");
  }
}
