package io.ttalloc.it.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReliabilityPaperTest {
  private static final int CELLS = 7;

  static Stream<Arguments> expected() {
    return Arrays.stream(Trial.values())
        .flatMap(
            trial ->
                ReliabilityPaper.RELEASES.stream().map(release -> Arguments.of(trial, release)));
  }

  @ParameterizedTest
  @MethodSource("expected")
  void theCheckedInPaperSaysThatNothingPublishedWasLost(Trial trial, int release)
      throws IOException {
    List<List<String>> found =
        rows().stream()
            .filter(row -> row.get(0).equals(trial.title()))
            .filter(row -> row.get(1).startsWith(release + "."))
            .toList();
    assertThat(found).as("rows of %s on JDK %d", trial, release).hasSize(1);
    assertThat(found.get(0).get(3)).as("lost").isEqualTo("0");
    assertThat(found.get(0).get(6))
        .as("exit status")
        .isEqualTo(trial == Trial.KILLED ? "137 (killed)" : "0");
  }

  @Test
  void theCheckedInPaperIsWhatTheGeneratorWrites() throws IOException {
    String paper = Files.readString(ReliabilityPaper.file());
    assertThat(paper).startsWith(ReliabilityPaper.HEAD);
    assertThat(rows()).hasSize(Trial.values().length * ReliabilityPaper.RELEASES.size());
  }

  @Test
  void aRowSaysWhatWasTriedAndWhatCameOfIt() {
    Row row = new Row(Trial.DISK_FULL, "17.0.15", "20 times", 1_234, 5_678, 9.876, 0);
    assertThat(ReliabilityPaper.line(row))
        .isEqualTo(
            "| no room for the ledger, again and again | 17.0.15 | 20 times | 1,234 | 5,678 | 9.9 ms"
                + " | 0 |");
    Row killed = new Row(Trial.KILLED, "25.0.3", "200 kills", 0, 0, 1234.5, 137);
    assertThat(ReliabilityPaper.line(killed)).endsWith("| 0 | 0 | 1,235 ms | 137 (killed) |");
  }

  @Test
  void aRowIsReadAsItWasWritten(@TempDir Path folder) throws IOException {
    Row row = new Row(Trial.NO_HEAP, "25.0.3", "once", 1, 2, 3.5, 4);
    row.writeTo(folder);
    assertThat(Row.read(folder, Trial.NO_HEAP, 25)).contains(row);
    assertThat(Row.read(folder, Trial.NO_HEAP, 17)).isEmpty();
    assertThat(folder.resolve("no-heap-25.json")).exists();
  }

  private static List<List<String>> rows() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(ReliabilityPaper.file())) {
      if (line.startsWith("| ") && !line.startsWith("| what was tried ")) {
        List<String> cells = Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ", -1));
        assertThat(cells).as(line).hasSize(CELLS);
        rows.add(cells);
      }
    }
    return rows;
  }
}
