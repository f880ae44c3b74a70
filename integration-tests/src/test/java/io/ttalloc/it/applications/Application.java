package io.ttalloc.it.applications;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/**
 * The row of a program in docs/measurements.md. Immutable.
 *
 * @param name the name of the program
 * @param opened the minimum number of resources that the program opens
 * @param onPurpose the number of resources that the program leaves open on purpose
 * @param found the number of resources left open on purpose that are reported as leaks
 * @param falseAlarms the number of other resources that are reported as leaks
 */
public record Application(String name, long opened, long onPurpose, long found, long falseAlarms) {

  /** Returns the row of the program with the given name; fails if there is no such row. */
  public static Application named(String name) throws IOException {
    try (Stream<String> lines = Files.lines(Repository.root().resolve("docs/measurements.md"))) {
      String[] row =
          lines
              .filter(line -> line.startsWith("| " + name + " |"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no row of " + name))
              .split("\\|", -1);
      return new Application(name, number(row[2]), number(row[3]), number(row[4]), number(row[5]));
    }
  }

  private static long number(String cell) {
    return Long.parseLong(cell.strip().replace(",", ""));
  }

  /**
   * Asserts that a report agrees with this row.
   *
   * @param text the same report as text
   * @param culprits the methods that leave resources open, each as {@code SimpleClass.method}
   */
  public void assertReported(JsonReport report, String text, String... culprits) {
    List<JsonObject> leaks =
        report.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
    long right =
        leaks.stream()
            .filter(leak -> isBy(leak, culprits))
            .mapToLong(leak -> leak.get("count").getAsLong())
            .sum();
    long all = leaks.stream().mapToLong(leak -> leak.get("count").getAsLong()).sum();
    assertThat(new Application(name, opened, onPurpose, right, all - right))
        .as(text)
        .isEqualTo(this);
    assertThat(found).as(name).isEqualTo(onPurpose);
    assertThat(report.total("opened")).as(name).isGreaterThanOrEqualTo(opened);
    assertThat(report.misuse()).as(text).isEmpty();
    assertThat(report.lastingReasons()).as(text).isEmpty();
    for (String culprit : culprits) {
      assertThat(text)
          .containsPattern(culprit.replace(".", "\\.") + "\\(\\w+\\.java:\\d+\\)   <- your code");
    }
  }

  private static boolean isBy(JsonObject leak, String... culprits) {
    String opened = JsonReport.frames(leak, "openedBy").toString();
    return Stream.of(culprits).anyMatch(culprit -> opened.contains(culprit + "("));
  }
}
