package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenCountsTest {
  private static final Instant AT = Instant.parse("2023-11-14T22:13:21.5Z");

  @TempDir Path dir;

  private static List<OpenCounts.OfTally> tallies(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new OpenCounts.OfTally(i + 1, i, 10L * i))
        .toList();
  }

  @Test
  void theLargestAreKeptAndReadBack() {
    OpenCounts few = OpenCounts.of(99, tallies(3));
    assertThat(few.toField()).isEqualTo("99;3:2:20;2:1:10");
    assertThat(OpenCounts.parse(few.toField())).isEqualTo(few);

    OpenCounts many = OpenCounts.of(99, tallies(1_000));
    assertThat(many.complete()).isFalse();
    assertThat(many.tallies()).hasSize(OpenCounts.MAX_TALLIES);
    assertThat(many.tallies().get(0)).isEqualTo(new OpenCounts.OfTally(1_000, 999, 9_990));
    assertThat(OpenCounts.parse(many.toField())).isEqualTo(many);
  }

  @Test
  void whatIsNoCountsIsNotRead() {
    assertThat(
            List.of("", "?", "x", "-1", "1;", "1;2", "1;2:3", "1;2:3:4:5", "1;9999999999:1:1", "+"))
        .allMatch(text -> OpenCounts.parse(text) == null);
    assertThat(OpenCounts.parse("1" + ";1:1:1".repeat(5_000))).isNull();
  }

  @Test
  void theyStandBeforeTheNameOfAMark() throws IOException {
    Path marks = dir.resolve("a.marks");
    OpenCounts counts = OpenCounts.of(7, tallies(2));
    Marks.append(marks, AT, 4096, counts, "run 1");
    Marks.append(marks, AT, ResidentMemory.UNKNOWN, counts, "rss=5");
    Marks.append(marks, AT, ResidentMemory.UNKNOWN, "open=5");
    assertThat(marks)
        .content()
        .isEqualTo(
            """
            2023-11-14T22:13:21.500Z rss=4096 open=7;2:1:10 run 1
            2023-11-14T22:13:21.500Z rss=? open=7;2:1:10 rss=5
            2023-11-14T22:13:21.500Z open=? open=5
            """);
  }

  @Test
  void everFewerMarksOfALongFileHaveCounts() throws IOException {
    Path marks = dir.resolve("long.marks");
    assertThat(Marks.wantsCounts(marks)).isTrue();
    int counted = 0;
    for (int line = 0; line < 256; line++) {
      counted += Marks.wantsCounts(marks) ? 1 : 0;
      Files.writeString(marks, "x\n".repeat(line + 1));
    }
    assertThat(counted).isEqualTo(64 + 32 + 32);
  }
}
