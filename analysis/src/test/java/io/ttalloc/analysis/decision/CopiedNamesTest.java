package io.ttalloc.analysis.decision;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.yaml.YamlFile;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests suppressions with names that a user copied from a report or a stack trace. */
class CopiedNamesTest {
  private static final TypeEntry CONN = type("connection", "com.acme.Shop$Conn");
  private static final List<Frame> STACK =
      List.of(
          new Frame("com.acme.Shop$Conn", "<init>", "Shop.java", 9),
          new Frame("com.acme.Shop$1", "open", "Shop.java", 12),
          new Frame("com.acme.Shop", "lambda$serve$3", "Shop.java", 15),
          new Frame("com.acme.Shop$$Lambda/0x01", "run", null, -1),
          new Frame("com.acme.$Proxy12", "run", null, -1),
          new Frame("com.acme.Shop$Main", "main", "Shop.java", 20));

  static Stream<String> frameLines() {
    String text = Reports.written(Reports.of(opened()), ReportFormats.text(false));
    List<String> lines = text.lines().toList();
    int first = lines.indexOf("       com.acme.Shop.Conn.<init>(Shop.java:9)");
    assertThat(first).as(text).isPositive();
    return lines.subList(first, first + STACK.size()).stream();
  }

  @Test
  void framesAreWordedAsInTheSource() {
    assertThat(frameLines())
        .containsExactly(
            "       com.acme.Shop.Conn.<init>(Shop.java:9)",
            "       com.acme.Shop.<anonymous>.open(Shop.java:12)   <- your code",
            "       com.acme.Shop.serve.<lambda>(Shop.java:15)",
            "       com.acme.Shop.<lambda>.run(unknown source)",
            "       com.acme.$Proxy12.run(unknown source)",
            "       com.acme.Shop.Main.main(Shop.java:20)");
  }

  static Stream<String> copies() {
    List<String> lines = frameLines().toList();
    return IntStream.range(0, STACK.size())
        .boxed()
        .flatMap(
            i -> {
              Frame frame = STACK.get(i);
              String binary = frame.className() + "." + frame.method();
              String worded = lines.get(i).strip();
              return Stream.of(worded, worded.replaceFirst("\\(.*", ""), binary);
            });
  }

  @ParameterizedTest
  @MethodSource("copies")
  void aFrameMatchesAsItIsInTheTextReportAndInTheClassFile(String copied) {
    assertThat(suppressed("stack: \"... " + copied + "\"")).isTrue();
  }

  @Test
  void severalLinesOfAReportMatch() {
    String lines = String.join("\n    ", frameLines().toList());
    assertThat(suppressed("stack: >\n    " + lines + "\n")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "stack: '... com.acme.Shop.serve.<lambda>(Shop.java:*)', true",
    "stack: '... com.acme.Shop.serve.<lambda>(Shop.java:16)', false",
    "stack: '... com.acme.Shop.serve', false",
    "stack: '... com.acme.Shop.Mai.main', false",
    "class: com.acme.Shop.Conn, true",
    "class: com.acme.Shop$Conn, true",
    "class: com.acme.Shop.Other, false",
    "site: Shop.<anonymous>.open, true",
    "site: Shop.open, false"
  })
  void asMuchMatchesAsIsWritten(String condition, boolean matches) {
    assertThat(suppressed(condition)).isEqualTo(matches);
  }

  private static LedgerBuilder opened() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONN, STACK);
    return ledger;
  }

  private static boolean suppressed(String condition) {
    String yaml = "- reason: copied\n  " + condition + "\n";
    SuppressionFile file = SuppressionFile.of(YamlFile.parse("s.yaml", yaml, SuppressionFile.KIND));
    assertThat(file.problems()).isEmpty();
    Report report =
        Reports.of(
            opened(),
            AnalysisOptions.defaults().suppressing(file.suppressions(), LocalDate.of(2026, 3, 1)));
    return report.leaks() == 0;
  }
}
