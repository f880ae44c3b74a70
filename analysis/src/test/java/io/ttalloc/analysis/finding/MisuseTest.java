package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.ledger.MisuseKind.CLOSE_OF_UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.MisuseWords;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MisuseTest {
  private static final TypeEntry CONN = type("connection", "com.acme.Conn");
  private static final List<Frame> OPENED = stack("com.acme.Conn.<init>:5", "com.acme.Use.main:3");
  private static final List<Frame> FIRST = stack("com.acme.Conn.close:8", "com.acme.Use.main:4");
  private static final List<Frame> SECOND =
      stack("com.acme.Conn.call:7", "java.util.List.forEach:1", "com.acme.Use.main:5");

  @ParameterizedTest
  @CsvSource(
      delimiterString = ";;",
      value = {
        "DOUBLE_CLOSE;; closed at;; closed again at;;"
            + " close each Conn once: remove the close at Use.main(Use.java:5)",
        "USE_AFTER_CLOSE;; closed at;; used at;;"
            + " use the Conn at Use.main(Use.java:5) before it is closed at Use.main(Use.java:4)",
        "CLOSE_FAILED;; opened at;; close failed at;;"
            + " find out why the close at Use.main(Use.java:5) threw; the Conn stays open until"
            + " a close succeeds",
        "CLOSED_BY_OTHER;; opened at;; closed by a non-owner at;;"
            + " let only the owner of the Conn close it",
      })
  void showsBothStacksAndAFix(MisuseKind kind, String earlier, String wrong, String fix) {
    LedgerBuilder ledger = ledger().closed(CONN, OPENED, 1, 1).misuse(kind, CONN, FIRST, SECOND, 1);
    Misuse misuse = Reports.of(ledger).misuse().get(0);
    assertThat(MisuseWords.earlier(misuse)).isEqualTo(earlier);
    assertThat(MisuseWords.wrong(misuse)).isEqualTo(wrong);
    assertThat(MisuseWords.fix(misuse)).isEqualTo(fix);
    assertThat(Reports.text(ledger))
        .contains(
            """
              %s  1 x connection (com.acme.Conn)
                fix      %s
                %s
                  com.acme.Conn.close(Conn.java:8)
                  com.acme.Use.main(Use.java:4)   <- your code
                %s
                  com.acme.Conn.call(Conn.java:7)
                  java.util.List.forEach(List.java:1)
                  com.acme.Use.main(Use.java:5)   <- your code
            """
                .formatted(kind, fix, earlier, wrong));
  }

  @Test
  void aCloseWhoseOpeningNoRuleSawIsReportedFirstAndNotJudged() {
    LedgerBuilder ledger =
        ledger().closed(CONN, OPENED, 1, 1).misuse(CLOSE_OF_UNKNOWN, CONN, List.of(), SECOND, 3);
    Report report = Reports.of(ledger);
    assertThat(report.isClean()).isFalse();
    assertThat(report.confidence().level()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(report.confidence().unseen())
        .isEqualTo(report.confidence().unrecorded())
        .containsExactly(new Doubt.ClosesOfUnknown(3));
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. Nothing open, and 3 closes of unknown resources (")
        .contains(
            """
              CLOSE_OF_UNKNOWN  3 x connection (com.acme.Conn)
                fix      add the method that opens the Conn to the open clause of its rule, or set \
            unknown-close: ignore there
                closed at
                  com.acme.Conn.call(Conn.java:7)
            """);
  }

  @Test
  void aDroppedEventMayBeTheOpening() {
    LedgerBuilder ledger =
        ledger().misuse(CLOSE_OF_UNKNOWN, CONN, List.of(), SECOND, 3).dropped(Loss.NO_HEAP, 2);
    assertThat(Reports.of(ledger).confidence().closesOfUnknown()).isEqualTo(1);
    assertThat(Reports.of(ledger.dropped(Loss.NO_HEAP, 5)).confidence().closesOfUnknown()).isZero();
  }

  @Test
  void closesWhoseOpeningNoRuleSawAreReportedAfterOtherMisuse() {
    LedgerBuilder ledger =
        ledger()
            .misuse(MisuseKind.DOUBLE_CLOSE, CONN, FIRST, SECOND, 1)
            .misuse(CLOSE_OF_UNKNOWN, CONN, List.of(), SECOND, 1);
    assertThat(Reports.text(ledger))
        .startsWith(
            "tt-alloc: NOT JUDGED. Nothing open, and 1 misuse, and 1 close of an unknown resource (");
  }

  @Test
  void closesOfWhatNoRuleSawOpenThatFoundNoRoomAreCounted() {
    LedgerBuilder ledger = ledger().misuse(CLOSE_OF_UNKNOWN, null, List.of(), List.of(), 3);
    assertThat(Reports.of(ledger).isClean()).isFalse();
    String onlyNumber = "\n  3 closes of unknown resources, no stack recorded\n";
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: NOT JUDGED. Nothing open, and 3 closes of unknown resources (")
        .contains(onlyNumber);
    ledger.misuse(CLOSE_OF_UNKNOWN, CONN, List.of(), SECOND, 1);
    assertThat(Reports.text(ledger)).contains(onlyNumber);
  }

  @Test
  void afterALateAttachTheOpeningMayHaveBeenBefore() {
    LedgerBuilder ledger =
        ledger().misuse(CLOSE_OF_UNKNOWN, CONN, List.of(), SECOND, 3).attachedLate();
    assertThat(Reports.of(ledger).confidence().closesOfUnknown()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"com.acme.Use.main:4", "com.acme.Loop.run:9"})
  void doesNotAdviseToOmitALineThatRanTwice(String line) {
    List<Frame> close = stack("com.acme.Conn.close:8", line);
    LedgerBuilder ledger =
        ledger().closed(CONN, OPENED, 1, 1).misuse(MisuseKind.DOUBLE_CLOSE, CONN, close, close, 1);
    assertThat(MisuseWords.fix(Reports.of(ledger).misuse().get(0)))
        .startsWith("close each Conn once: the close at ")
        .endsWith(" ran twice");
  }

  @Test
  void namesOneResourceAndWhetherThereAreOthers() {
    assertThat(labelled(null, false)).isEmpty();
    assertThat(labelled("/tmp/a", false)).isEqualTo("/tmp/a");
    assertThat(labelled("/tmp/a", true)).isEqualTo("/tmp/a and others");
  }

  private static String labelled(@Nullable String label, boolean others) {
    MisuseEntry entry =
        new MisuseEntry(MisuseKind.DOUBLE_CLOSE, CONN, FIRST, SECOND, 2, null, label, others);
    return MisuseWords.label(new Misuse(entry, -1, -1));
  }
}
