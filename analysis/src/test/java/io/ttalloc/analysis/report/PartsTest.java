package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that resources that would be closed together with a leaking resource are part of the same
 * leak.
 */
class PartsTest {
  private static final TypeEntry CONNECTION = freeing("connection", "org.db.Connection");
  private static final TypeEntry STATEMENT = freeing("statement", "org.db.Statement");
  private static final TypeEntry RESULTS = type("result set", "org.db.ResultSet");

  private static final List<Frame> CONNECT = stack("org.db.Db.connect:1", "com.acme.Main.run:10");
  private static final List<Frame> PREPARE = stack("org.db.Db.prepare:2", "com.acme.Main.run:11");
  private static final List<Frame> QUERY = stack("org.db.Db.query:3", "com.acme.Main.run:12");

  private static TypeEntry freeing(String name, String className) {
    return new TypeEntry(name, className, false, false, false, true);
  }

  private static List<String> entries(LedgerBuilder ledger) {
    return Reports.of(ledger).entries().stream().map(PartsTest::rows).toList();
  }

  private static String rows(ReportEntry entry) {
    List<String> rows =
        entry.rows().stream()
            .map(
                row ->
                    row.sum().amount().count()
                        + " "
                        + row.sum().type().name()
                        + (row.part() ? ", a part" : ""))
            .toList();
    return String.join("; ", rows);
  }

  @Test
  void aStatementAndItsResultsArePartsOfTheirConnectionsLeak() {
    LedgerBuilder ledger = ledger();
    OpenedResource connection = ledger.open(CONNECTION, CONNECT).collected();
    OpenedResource statement = ledger.open(STATEMENT, PREPARE).owner(connection).collected();
    ledger.open(RESULTS, QUERY).owner(statement).collected();

    assertThat(entries(ledger))
        .containsExactly("1 connection; 1 statement, a part; 1 result set, a part");
    assertThat(Reports.of(ledger).leaks()).isEqualTo(1);
    assertThat(Reports.text(ledger)).contains("1 LEAK");
    assertThat(Reports.of(ledger).findings()).hasSize(3);
  }

  /**
   * It does not matter whether the parts were collected: closing the connection would have closed
   * all of them.
   */
  @Test
  void partsMayHaveOtherVerdicts() {
    LedgerBuilder ledger = ledger();
    OpenedResource connection = ledger.open(CONNECTION, CONNECT);
    ledger.open(STATEMENT, PREPARE).owner(connection).collected();

    assertThat(entries(ledger)).containsExactly("1 connection; 1 statement, a part");
  }

  @Test
  void whatLeakedWithoutItsConnectionIsALeakOfItsOwn() {
    LedgerBuilder ledger = ledger();
    OpenedResource connection = ledger.open(CONNECTION, CONNECT).collected();
    ledger.open(STATEMENT, PREPARE).owner(connection).collected();
    ledger.open(STATEMENT, PREPARE).collected();

    assertThat(entries(ledger))
        .containsExactlyInAnyOrder("1 connection; 1 statement, a part", "1 statement");
  }

  @Test
  void whatAConnectionDoesNotCloseIsNoPartOfIt() {
    LedgerBuilder ledger = ledger();
    OpenedResource connection =
        ledger.open(type("connection", "org.db.Connection"), CONNECT).collected();
    ledger.open(STATEMENT, PREPARE).owner(connection).collected();

    assertThat(Reports.of(ledger).leaks()).isEqualTo(2);
  }
}
