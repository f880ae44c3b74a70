package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallersTest {
  private static final TypeEntry CONN = type("connection", "org.db.Conn");

  private static List<Frame> from(String... callers) {
    List<String> calls = new ArrayList<>(List.of("org.db.Conn.<init>:3", "com.acme.Pool.open:12"));
    calls.addAll(Arrays.asList(callers));
    return stack(calls.toArray(String[]::new));
  }

  private static ReportRow onlyRow(LedgerBuilder ledger) {
    List<ReportEntry> entries = Reports.of(ledger).entries();
    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).rows()).hasSize(1);
    return entries.get(0).rows().get(0);
  }

  private static String lines(LedgerBuilder ledger) {
    Callers callers = onlyRow(ledger).callers();
    assertThat(callers).isNotNull();
    return String.join("\n", CallerLines.of(callers)) + "\n";
  }

  @Test
  void theHeaviestBranchIsFirstAndCommonFramesAreWrittenOnce() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 4; i++) {
      ledger.open(CONN, from("com.acme.Job.run:7", "com.acme.B.b:2", "com.acme.Main.main:9"));
    }
    ledger.open(CONN, from("com.acme.Job.run:7", "com.acme.A.a:1", "com.acme.Main.main:9"));
    for (int i = 0; i < 7; i++) {
      String[] handlers = {"com.acme.Job.run:7", "com.acme.C.c:3", "com.acme.H.h:" + (i % 2 + 4)};
      ledger.open(CONN, from(handlers[0], handlers[1], handlers[2], "com.acme.Main.main:9"));
    }
    assertThat(lines(ledger))
        .isEqualTo(
            """
            com.acme.Job.run(Job.java:7)
            7  com.acme.C.c(C.java:3)
               4  com.acme.H.h(H.java:4)
               3  com.acme.H.h(H.java:5)
            4  com.acme.B.b(B.java:2)
            1  com.acme.A.a(A.java:1)
            all: com.acme.Main.main(Main.java:9)
            """);
  }

  @Test
  void aStackThatEndsWhereOthersGoOnIsCounted() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONN, from("com.acme.Job.run:7"));
    ledger.open(CONN, from("com.acme.Job.run:7", "com.acme.A.a:1"));
    ledger.open(CONN, from("com.acme.Job.run:7", "com.acme.A.a:1"));
    assertThat(lines(ledger))
        .isEqualTo(
            """
            com.acme.Job.run(Job.java:7)
            2  com.acme.A.a(A.java:1)
            1  with no further caller
            """);
  }

  @Test
  void aRecursionEndsDirectlyInWhatAllHaveInCommon() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONN, from("com.acme.Main.main:9"));
    ledger.open(CONN, from("com.acme.Tree.walk:5", "com.acme.Main.main:9"));
    assertThat(lines(ledger))
        .isEqualTo(
            """
            1  com.acme.Tree.walk(Tree.java:5)
            1  directly
            all: com.acme.Main.main(Main.java:9)
            """);
  }

  @Test
  void manyCallersAreBoundedAndTheRestIsCounted() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 500; i++) {
      String[] calls = new String[6];
      for (int depth = 0; depth < calls.length; depth++) {
        int digit = i >> (3 * depth) & 7;
        calls[depth] = "com.acme.Service" + digit + ".handle:" + (100 * depth + digit + 1);
      }
      ledger.open(CONN, from(calls));
    }
    ReportRow row = onlyRow(ledger);
    assertThat(row.stacks()).isEqualTo(500);
    Callers callers = row.callers();
    assertThat(callers).isNotNull();
    assertThat(CallerLines.of(callers)).hasSizeLessThan(60).anyMatch(l -> l.contains("more call"));
    assertThat(callers.tree().count()).isEqualTo(500);
    assertSumsUp(callers.tree());
  }

  private static void assertSumsUp(CallerTree tree) {
    long below = tree.branches().stream().mapToLong(CallerTree::count).sum();
    assertThat(below + tree.otherCount() + tree.outermostCount()).isEqualTo(tree.count());
    assertThat(tree.outermostCount()).isNotNegative();
    tree.branches().forEach(CallersTest::assertSumsUp);
  }

  @Test
  void anotherOwnerOfEachCallerDoesNotMakeAnotherEntry() {
    LedgerBuilder ledger = ledger();
    TypeEntry session = LedgerBuilder.container("session", "com.acme.Session");
    for (int i = 0; i < 20; i++) {
      List<Frame> stack = from("com.acme.A.a:" + (i + 1));
      ledger.open(CONN, stack).owner(ledger.open(session, stack));
    }
    ReportRow row = onlyRow(ledger);
    assertThat(row.stacks()).isEqualTo(20);
    assertThat(row.sum().ownership().owner())
        .startsWith("Session#1, Session#2, ")
        .endsWith(", Session#8 and more");
  }

  @Test
  void anotherLineOfTheSameMethodIsAnotherRow() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONN, stack("org.db.Conn.<init>:3", "com.acme.Pool.open:12"));
    ledger.open(CONN, stack("org.db.Conn.<init>:3", "com.acme.Pool.open:13"));
    List<ReportEntry> entries = Reports.of(ledger).entries();
    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).rows()).hasSize(2).allMatch(row -> row.callers() == null);
  }

  @Test
  void theEvidenceOfAllIsAddedUpAndThatOfSomeSaysOfHowMany() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 3; i++) {
      List<Frame> stack = from("com.acme.A.a:" + (i + 1));
      ledger.open(CONN, stack).collected();
      ledger.open(CONN, stack).collected();
      if (i == 1) {
        ledger.folded(CONN, stack, 5);
      }
    }
    assertThat(why(onlyRow(ledger).sum()))
        .containsExactly(
            "11 collected, never closed",
            "nothing can close it any more; a Cleaner may have freed its contents unseen",
            "from 1 of 3 stacks: for 5 of them, the ledger keeps only their number and total size");
    assertThat(onlyRow(ledger).sum().amount().count()).isEqualTo(11);
  }

  @Test
  void anotherCallerOfAKnownLineIsNewAndFails() {
    LedgerBuilder before = ledger();
    LedgerBuilder after = ledger();
    for (int i = 0; i < 3; i++) {
      before.open(CONN, from("com.acme.Known" + i + ".call:1"));
      after.open(CONN, from("com.acme.Known" + i + ".call:2"));
    }
    after.open(CONN, from("com.acme.Other.call:1"));
    RecordedReport baseline = RecordedReport.of(Reports.of(before).findings());

    Report report = Reports.of(after, AnalysisOptions.defaults().against(baseline));

    assertThat(report.entries())
        .extracting(entry -> entry.group().baseline(), ReportEntry::count)
        .containsExactlyInAnyOrder(tuple("KNOWN", 3L), tuple("NEW", 1L));
    assertThat(report.leaks()).isEqualTo(2);
    assertThat(report.failures()).isEqualTo(1);
  }

  @Test
  void callsThatReadAlikeRemainEntriesOfTheirOwn() {
    LedgerBuilder ledger = ledger();
    for (String lambda : List.of("com.acme.Jobs.lambda$run$0:4", "com.acme.Jobs.lambda$run$1:8")) {
      ledger.open(CONN, stack("org.db.Conn.<init>:3", lambda, "com.acme.Main.main:9"));
    }
    assertThat(Reports.of(ledger).entries())
        .extracting(ReportEntry::title)
        .containsExactly("Jobs.run.<lambda>(Jobs.java:4)", "Jobs.run.<lambda>(Jobs.java:8)");
  }
}
