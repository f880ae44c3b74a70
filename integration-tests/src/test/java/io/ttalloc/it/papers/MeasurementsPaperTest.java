package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that the README and docs/measurements.md agree with the tables that tests and benchmarks
 * write.
 */
class MeasurementsPaperTest {
  private final Paper summary = paper("docs/measurements.md");

  private static Paper paper(String name) {
    return Paper.read(Repository.root().resolve(name));
  }

  private static Paper table(String name) {
    return paper("docs/measurements/" + name);
  }

  @Test
  void theCorpusIsThatOfTheTable() {
    List<List<String>> all = rows(table("truth.md"), "", "all");
    assertThat(all).hasSize(2);
    List<String> row = all.get(0);
    assertThat(all.get(1)).as("on the other JDK").isEqualTo(row);
    assertThat(summary.text())
        .contains(
            "%s programs, %s of which leak %s resources: ".formatted(row.subList(1, 4).toArray())
                + counts(row.subList(4, 8))
                + "; without the heap "
                + counts(row.subList(8, 12)));
  }

  private static String counts(List<String> cells) {
    return "%s found, %s not judged, %s missed, %s false alarms".formatted(cells.toArray());
  }

  @Test
  void whatIsFoundWithLessEvidenceIsThatOfTheTable() {
    for (String programs : List.of("corpus", "cases")) {
      List<List<String>> rows = rows(table("ablation.md"), "", programs);
      assertThat(summary.text())
          .contains(
              "of %s in the %s %s, with %s false alarms"
                  .formatted(rows.get(0).get(3), programs, column(rows, 4), column(rows, 8)));
    }
  }

  private static String column(List<List<String>> rows, int column) {
    return rows.stream().map(row -> row.get(column)).collect(Collectors.joining(", "));
  }

  @Test
  void whatDetectorsFindIsThatOfTheTable() {
    List<List<String>> rows = rows(table("detectors.md"), "## Leaks of the JDK's resources", null);
    List<List<String>> programs =
        rows.stream().filter(row -> row.size() == 8 && row.get(1).matches("\\d+")).toList();
    List<String> all = programs.get(programs.size() - 1);
    assertThat(all.get(0)).isEqualTo("all");
    for (int i = 1; i < all.size(); i++) {
      int column = i;
      int sum =
          programs.subList(0, programs.size() - 1).stream()
              .mapToInt(row -> Integer.parseInt(row.get(column)))
              .sum();
      assertThat(all.get(i)).as("column %d", i).isEqualTo(String.valueOf(sum));
    }
    assertThat(summary.text())
        .contains(
            "of %s leaked resources of ten programs, tt-alloc finds %s, ecj %s, Error Prone %s, SpotBugs %s, JFR %s"
                .formatted(all.subList(1, 7).toArray()));
  }

  @Test
  void theWaysOfThePacksAreThoseOfTheTables() {
    String libraries = ways("library-packs.md", "## Versions of 2026");
    assertThat(ways("library-packs.md", "## Versions of 2024")).isEqualTo(libraries);
    assertThat(summary.text())
        .contains(
            "JDK 17: %s ways found; JDK 25: %s; libraries: %s found in full, in both versions; 0 false alarms"
                .formatted(
                    ways("packs.md", "## JDK 17"), ways("packs.md", "## JDK 25"), libraries));
  }

  private static String ways(String table, String title) {
    List<List<String>> rows = rows(table(table), title, null);
    assertThat(rows).as("false alarms").allMatch(row -> row.get(6).equals("0"));
    long found = rows.stream().filter(row -> row.get(5).equals("0")).count();
    return found + " of " + rows.size();
  }

  @Test
  void theTrialsAndBarsAreThoseOfTheTables() {
    int trials = rows(table("reliability.md"), "", null).size();
    assertThat(summary.text())
        .contains("nothing that was published, in %d trials".formatted(trials));
    String met =
        table("benchmarks.md").lines().stream()
            .filter(line -> line.matches("\\d+ of \\d+ bars are met\\."))
            .findFirst()
            .orElseThrow();
    assertThat(summary.text()).contains(met.substring(0, met.length() - 1));
  }

  @Test
  void everyTableIsLinked() {
    assertThat(summary.links())
        .containsAll(
            Paper.all().stream()
                .map(Paper::name)
                .filter(name -> name.startsWith("docs/measurements/"))
                .map(name -> name.substring("docs/".length()))
                .toList());
  }

  /**
   * Each line consists of a phrase from the README, in which # stands for a number that may be
   * rounded, followed by the names of the benchmark rows that contain these numbers.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "# times the time of a bare hello world, # times its processor time; # times on the first run|"
            + " hello world to its end, `packs=auto`, warm, relative to no agent|"
            + " hello world to its end, `packs=auto`, warm, relative to no agent: processor time|"
            + " hello world to its end, `packs=auto`, cold, relative to no agent: processor time",
        "at most # times the time of a hello world|"
            + " from SIGTERM to the end of a sleeping program that has a file open, `packs=auto`, relative to a bare hello world||",
        "# to 5 times the time of a bare hello world in all|"
            + " program with 5 leaks to its end, `packs=auto`, warm, relative to no agent||",
        "about # bytes for each live object| heap and ledger per object, 10,000,000 live||",
        "# to # MB outside the heap|"
            + " peak memory outside the heap and ledger, `packs=auto`, added by the agent: hello world, warm|"
            + " peak memory outside the heap and ledger, `packs=auto`, added by the agent: hello world, cold|",
      })
  void theReadmeHasTheCostsOfTheBenchmarks(String words, String one, String two, String three) {
    String number = "([0-9.]+)";
    Pattern pattern = Pattern.compile(Pattern.quote(words).replace("#", "\\E" + number + "\\Q"));
    MatchResult stated = pattern.matcher(Paper.readme().text()).results().findFirst().orElseThrow();
    List<String> names = new ArrayList<>();
    for (String name : Arrays.asList(one, two, three)) {
      if (name != null) {
        names.add(name);
      }
    }
    assertThat(names).hasSize(stated.groupCount());
    for (int i = 0; i < names.size(); i++) {
      double measured = measured(names.get(i));
      assertThat(Double.parseDouble(stated.group(i + 1)))
          .as("%s: %s", names.get(i), measured)
          .isBetween(0.95 * measured - 0.5, 1.05 * measured + 0.5);
    }
  }

  /** The first number in a row of the table of whole processes in the benchmarks. */
  private static double measured(String name) {
    List<String> row = rows(table("benchmarks.md"), "## Whole process", name).get(0);
    return Double.parseDouble(row.get(1).replaceAll("[ &].*", "").replace(",", ""));
  }

  /**
   * The cells of the rows below a title, or of the whole paper if the title is empty. Returns only
   * rows that begin with the given first cell; if that cell is null, all rows but the head rows.
   */
  private static List<List<String>> rows(Paper paper, String title, String first) {
    int start = title.isEmpty() ? 0 : paper.lines().indexOf(title);
    assertThat(start).as(title).isNotNegative();
    return paper.lines().stream()
        .skip(start + 1)
        .takeWhile(line -> title.isEmpty() || !line.startsWith("## "))
        .filter(line -> line.startsWith("| "))
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
        .filter(cells -> first == null ? !isHead(cells) : cells.get(0).equals(first))
        .toList();
  }

  private static boolean isHead(List<String> cells) {
    return List.of("pack", "what was tried").contains(cells.get(0).toLowerCase(Locale.ROOT));
  }
}
