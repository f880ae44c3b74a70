package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.ledger.RecordLayout.ORIGIN_APPLICATION;
import static io.ttalloc.ledger.RecordLayout.ORIGIN_LIBRARY;
import static io.ttalloc.ledger.RecordLayout.ORIGIN_OF_PACKAGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.ThreadLocalValues;
import io.ttalloc.analysis.report.html.HtmlFormat;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.PooledValue;
import io.ttalloc.heap.report.PooledValues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How reports say what thread locals keep in threads of pools. */
class ThreadLocalsTest {
  private static final String TITLE =
      "thread locals that stay in waiting threads of pools (not counted as leaks: the heap does not"
          + " tell a cache for each thread from what was forgotten)";
  private static final String FIX = "  fix  remove() in a finally block where it was set";

  private final LedgerBuilder ledger =
      ledger()
          .origin("com.acme", ORIGIN_OF_PACKAGE | ORIGIN_APPLICATION)
          .origin("org.lib", ORIGIN_OF_PACKAGE | ORIGIN_LIBRARY);

  private Report report(List<PooledValue> values, long unlisted) {
    HeapReport heap =
        new HeapReport(0, 0, 10, List.of(), List.of(), PooledValues.of(values, unlisted));
    return Reports.of(ledger, AnalysisOptions.defaults().holding(heap));
  }

  private static PooledValue value(String variable, String field, String type, long values) {
    return new PooledValue(variable, field, type, values, values, List.of("pool-1-thread-*"));
  }

  private static String text(Report report) {
    return Reports.written(report, ReportFormats.text(false));
  }

  private static JsonObject json(Report report) {
    return JsonParser.parseString(Reports.written(report, new JsonFormat())).getAsJsonObject();
  }

  @Test
  void aCleanReportHasThemBelowItsOneLine() {
    Report report =
        report(
            List.of(
                value("org.lib.Codec", "BUFFERS", "byte[]", 9),
                value("com.acme.Request", "CURRENT", "java.lang.String", 8),
                value("org.lib.Context$Own", "", "com.acme.User$Id[]", 1),
                value("", "", "org.lib.Session", 2)),
            0);

    assertThat(report.isClean()).isTrue();
    assertThat(text(report).lines().skip(1))
        .containsExactly(
            "",
            TITLE,
            "  com.acme.Request.CURRENT   8 x java.lang.String in 8 threads: pool-1-thread-*   <-"
                + " your code",
            "  org.lib.Context.Own in no static field   1 x com.acme.User.Id[] in 1 thread:"
                + " pool-1-thread-*   <- your code",
            "  org.lib.Codec.BUFFERS   9 x byte[] in 9 threads: pool-1-thread-*",
            "  (its variable was collected)   2 x org.lib.Session in 2 threads: pool-1-thread-*",
            FIX);
  }

  @Test
  void aReportWithFindingsHasTheSameAndTheSameLeaks() {
    ledger.open(type("file", "java.io.FileInputStream"), stack("com.acme.Main.main:17"));
    List<PooledValue> values = List.of(value("com.acme.Request", "CURRENT", "byte[]", 8));

    Report with = report(values, 0);
    Report without = report(List.of(), 0);

    assertThat(text(with)).contains("\n\n" + TITLE + "\n  com.acme.Request.CURRENT   8 x byte[]");
    assertThat(text(without)).doesNotContain("thread locals");
    assertThat(Headline.of(with)).isEqualTo(Headline.of(without));
    assertThat(with.failures()).isEqualTo(without.failures());
  }

  @Test
  void tenRowsAreShownAndTheOthersCounted() {
    List<PooledValue> values = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      values.add(value("com.acme.Request", "V" + i, "byte[]", 1));
    }

    List<String> lines = text(report(values, 3)).lines().toList();

    assertThat(lines.subList(lines.size() - 3, lines.size()))
        .containsExactly(
            "  com.acme.Request.V7   1 x byte[] in 1 thread: pool-1-thread-*   <- your code",
            "  and 2 more, and 3 values of other variables",
            FIX);
  }

  @Test
  void withoutAnyThereIsNoSection() {
    assertThat(text(report(List.of(), 0)).lines()).hasSize(1);
    assertThat(Reports.text(ledger).lines()).hasSize(1);
  }

  @Test
  void jsonHasAllOfThem() {
    JsonObject json =
        json(
            report(
                List.of(
                    value("com.acme.Request", "CURRENT", "byte[]", 8),
                    value("", "", "org.lib.Session", 2)),
                3));

    assertThat(json.getAsJsonArray("threadLocals"))
        .hasToString(
            "[{\"variable\":\"com.acme.Request.CURRENT\",\"static\":true,\"collected\":false,"
                + "\"class\":\"byte[]\",\"count\":8,\"threads\":8,"
                + "\"threadNames\":[\"pool-1-thread-*\"],\"yours\":true},"
                + "{\"variable\":null,\"static\":false,\"collected\":true,"
                + "\"class\":\"org.lib.Session\",\"count\":2,\"threads\":2,"
                + "\"threadNames\":[\"pool-1-thread-*\"],\"yours\":false}]");
    assertThat(json.get("threadLocalsUnlisted").getAsLong()).isEqualTo(3);
  }

  @Test
  void jsonTellsNoneFromNobodyLooked() {
    assertThat(json(report(List.of(), 0)).getAsJsonArray("threadLocals")).isEmpty();
    assertThat(json(Reports.of(ledger)).has("threadLocals")).isFalse();
  }

  @Test
  void thePageHasTheSameWords() {
    assertThat(
            Reports.written(
                report(List.of(value("com.acme.Request", "CURRENT", "byte[]", 8)), 0),
                new HtmlFormat()))
        .contains(
            "\"rows\":[[\"com.acme.Request.CURRENT\",\"8 x byte[]\","
                + "\"8 threads: pool-1-thread-*\",\"your code\"]]");
  }

  @Test
  void anOlderDumpIsToldWithItsAge() {
    ThreadLocalValues values =
        new ThreadLocalValues(List.of(), 1, true, TimeUnit.SECONDS.toNanos(5));

    assertThat(ThreadLocalWords.title(values))
        .isEqualTo(
            "thread locals that stay in waiting threads of pools when the heap was dumped, 5 s"
                + " earlier");
    assertThat(ThreadLocalWords.lead(values))
        .startsWith("Thread locals that stay in")
        .endsWith(".");
  }
}
