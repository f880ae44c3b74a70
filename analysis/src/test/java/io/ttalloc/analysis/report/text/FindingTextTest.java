package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the lines about each finding, except its stacks. */
class FindingTextTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42", "com.acme.Main.main:17");

  @Test
  void showsAtMostEightyRowsCountsAllEntriesAndSaysHowManyMore() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 95; i++) {
      ledger.open(BUFFER, stack("com.acme.Loader.read" + i + ":7")).bytes(1_000 + i);
    }
    String text = Reports.text(ledger);
    assertThat(text)
        .startsWith("tt-alloc: 95 LEAKS: 95 open, ")
        .contains("\nLEFT_OPEN, a leak: 95 entries, 95 open, ")
        .contains("and 15 less severe entries\n")
        .contains("1 x 1,094 B");
    assertThat(text).doesNotContain("1 x 1,014 B").contains("1 x 1,015 B");
  }

  @Test
  void anEntryOfManyLinesShowsTheFirstTwenty() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 30; i++) {
      ledger.open(BUFFER, stack("com.acme.Loader.read:" + (i + 1))).bytes(1_000 + i);
    }
    assertThat(Reports.text(ledger))
        .contains("a leak: 1 entry, 30 open, ", "     t) buffer   1 x 1,010 B")
        .contains("     and 10 more rows with other opening lines\n")
        .doesNotContain("1 x 1,009 B");
  }

  @Test
  void listsLabelsInNaturalOrderAndCountsTheRest() {
    LedgerBuilder ledger = ledger();
    for (int i = 1_000; i > 0; i--) {
      ledger.open(FILE, READ).label("part-" + i);
    }
    assertThat(Reports.text(ledger))
        .contains("       labels   part-1, part-2, part-3, part-4, part-5, part-6 and 994 more\n");
  }

  @Test
  void countsEqualLabels() {
    LedgerBuilder ledger = ledger();
    for (String label : new String[] {"b", "a", "b"}) {
      ledger.open(FILE, READ).label(label);
    }
    assertThat(Reports.text(ledger)).contains("       labels   a, b x 2\n");
  }

  @Test
  void namesEveryPlaceOfClosesThatDiffer() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 90, 5_000_000);
    ledger.closeSite(FILE, READ, stack("java.io.FileInputStream.close:3", "com.acme.A.ok:10"), 8);
    ledger.closeSite(FILE, READ, stack("java.io.FileInputStream.close:3", "com.acme.B.ok:20"), 4);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains(
            "closes   90 of 91 opened here were closed; 12 closes captured:"
                + " 8 at A.ok(A.java:10), 4 at B.ok(B.java:20)\n");
  }

  @Test
  void whatAnInheritedMethodClosedWasClosedByItsCaller() {
    TypeEntry page = type("page", "com.acme.Page");
    LedgerBuilder ledger = ledger().superType("com.acme.Page", "com.acme.Base");
    ledger.closed(page, READ, 2, 1_000);
    ledger.closeSite(page, READ, stack("com.acme.Base.close:3", "com.acme.A.ok:10"), 2);
    ledger.open(page, READ);
    assertThat(Reports.text(ledger))
        .contains("closes   2 of 3 opened here were closed, at A.ok(A.java:10)\n");
  }

  @Test
  void saysThatStacksOfClosesWereNotCaptured() {
    LedgerBuilder ledger = ledger().closed(FILE, READ, 90, 5_000_000);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains("closes   90 of 91 opened here were closed; no closing call was captured\n");
  }

  @Test
  void writesCommonReasonsOnceAndTheOthersWithEachEntry() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, READ).collected();
    ledger.open(FILE, stack("com.acme.Other.read:1")).collected();
    ledger.open(FILE, stack("com.acme.Other.read:1")).collected();
    assertThat(Reports.text(ledger))
        .containsOnlyOnce(
            "  why      nothing can close it any more; a Cleaner may have freed its contents"
                + " unseen\n")
        .contains("       why      2 collected, never closed\n")
        .contains("       why      1 collected, never closed\n");
  }

  /**
   * If two places of the program make the same call to the JDK, the call does not show which place
   * to fix.
   */
  @Test
  void namesTheProgramsOwnMethodsWhereTheyCallTheJdk() {
    LedgerBuilder ledger = ledger();
    for (String frame : List.of("com.acme.Server.serve:4", "com.acme.Client.connect:9")) {
      ledger.open(
          type("socket channel", "sun.nio.ch.SocketChannelImpl"),
          stack("sun.nio.ch.SocketChannelImpl.<init>:1", "sun.nio.ch.Provider.open:2", frame));
    }
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: 2 LEAKS: 2 open (2 socket channels), worst Server.serve (")
        .contains(
            "\n  1. Server.serve\n",
            "\n  2. Client.connect\n",
            """
                 opened at Provider.open
                   sun.nio.ch.SocketChannelImpl.<init>(SocketChannelImpl.java:1)
                   sun.nio.ch.Provider.open(Provider.java:2)
                   com.acme.Client.connect(Client.java:9)   <- your code
            """);
  }

  /** Each reason refers to the three resources of its own finding, not to three of all nine. */
  @Test
  void equalCountsOfSeveralFindingsStandWithEach() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 3; i++) {
      ledger.open(FILE, READ).collected();
      ledger.open(FILE, stack("com.acme.Other.read:1")).collected();
      ledger.open(FILE, stack("com.acme.Other.read:2")).collected();
    }
    assertThat(Reports.text(ledger))
        .contains("LOST, a leak: 2 entries, 9 open, not growing (1 cycle)\n  why      nothing can ")
        .containsPattern("(?s)( {5,7}why {6}3 collected, never closed\n.*){3}")
        .doesNotContain("\n  why      3 collected");
  }

  @Test
  void saysNothingOfRegionsWithoutAddresses() {
    LedgerBuilder ledger = ledger().closed(BUFFER, READ, 1, 5_000_000);
    ledger.open(BUFFER, READ).bytes(12);
    assertThat(Reports.text(ledger))
        .doesNotContain("excluded")
        .contains("  1 buffer of FileInputStream.<init>: 5 ms\n\nActive allocations: 1\n");
  }

  @Test
  void suggestsTryWithResourcesButNotForWhatAClassHolds() {
    LedgerBuilder ledger = ledger();
    ledger.open(BUFFER, stack("com.acme.App.run:5")).bytes(12);
    assertThat(Reports.text(ledger))
        .contains(
            "fix      call close() on the Buffer that App.run(App.java:5) opened,"
                + " or open it in a try-with-resources statement\n");
    LedgerBuilder held = ledger();
    held.open(FILE, stack("java.io.FileInputStream.<init>:1", "com.acme.App.<clinit>:5"));
    assertThat(Reports.text(held))
        .contains("fix      it lives as long as the class App; close it at shutdown\n");
  }
}
