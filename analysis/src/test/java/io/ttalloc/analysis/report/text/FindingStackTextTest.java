package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import org.junit.jupiter.api.Test;

/** Tests the stacks of findings, and the frames that are marked as the user's own code. */
class FindingStackTextTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  @Test
  void marksTheMethodOfAClassThatOpensItselfAndNotItsConstructor() {
    TypeEntry wrap = type("wrapper", "com.acme.Wrap");
    LedgerBuilder wraps = ledger();
    wraps.open(wrap, stack("com.acme.Wrap.<init>:4", "com.acme.Wrap.main:11"));
    assertThat(Reports.text(wraps))
        .contains("fix      call close() on the Wrap that Wrap.main(Wrap.java:11) opened")
        .contains("       com.acme.Wrap.main(Wrap.java:11)   <- your code\n");
  }

  @Test
  void lettersAssignStacksAndDifferingLinesOfYourCodeAreMarked() {
    LedgerBuilder ledger = ledger();
    for (int line = 10; line <= 12; line++) {
      ledger.open(
          FILE,
          stack(
              "java.io.FileInputStream.<init>:158",
              "java.nio.Files.make:6",
              "com.acme.Main.load:" + line,
              "com.acme.Main.main:3"));
    }
    assertThat(Reports.text(ledger))
        .contains("\n     a) file   1 x java.io.FileInputStream;")
        .contains("\n     c) file   1 x java.io.FileInputStream;")
        .contains(
            """
                 a) file opened at Files.make
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   java.nio.Files.make(Files.java:6)
                   com.acme.Main.load(Main.java:10)   <- your code
                   com.acme.Main.main(Main.java:3)
                 b) file opened at Files.make (stack as in 1a, but)
                   com.acme.Main.load(Main.java:11)   <- your code
                 c) file opened at Files.make (stack as in 1a, but)
                   com.acme.Main.load(Main.java:12)   <- your code
            """);
  }

  @Test
  void stacksThatDifferOnlyInCallersOfYourCodeAreOneStackWithATreeOfCallers() {
    LedgerBuilder ledger = ledger();
    for (int line = 10; line <= 12; line++) {
      ledger.open(
          FILE,
          stack(
              "java.io.FileInputStream.<init>:158",
              "com.acme.Files.make:6",
              "com.acme.Main.load:" + line,
              "com.acme.Main.main:3"));
    }
    assertThat(Reports.text(ledger))
        .startsWith("tt-alloc: 1 LEAK: 3 open (3 files), at Files.make (")
        .contains(
            """
              1. Files.make
                 file   3 x java.io.FileInputStream; 3 opened, 0 closed; oldest 1.9 s
                 opened at Files.make
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Files.make(Files.java:6)   <- your code
                   called from 3 stacks
                     1  com.acme.Main.load(Main.java:10)
                     1  com.acme.Main.load(Main.java:11)
                     1  com.acme.Main.load(Main.java:12)
                     all: com.acme.Main.main(Main.java:3)

            """);
  }

  @Test
  void aStackThatRepeatsTheEndOfAnotherShowsItsOwnLineOfYourCode() {
    LedgerBuilder ledger =
        ledger().origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION);
    TypeEntry child = type("child", "com.acme.Child");
    TypeEntry parent = type("parent", "com.acme.Parent");
    String[] opened = {
      "com.acme.Child.<init>:5",
      "com.acme.Parent.<init>:7",
      "com.acme.Main.make:9",
      "com.acme.Main.load:10",
      "com.acme.Main.main:11"
    };
    ledger.open(child, stack(opened));
    ledger.open(parent, stack(opened).subList(1, opened.length));
    assertThat(Reports.text(ledger))
        .contains(
            """
                 opened at Parent.<init>
                   com.acme.Child.<init>(Child.java:5)
                   com.acme.Parent.<init>(Parent.java:7)   <- your code
                   com.acme.Main.make(Main.java:9)
            """)
        .contains(
            """
                 opened at Main.make (the rest as in 1)
                   com.acme.Parent.<init>(Parent.java:7)
                   com.acme.Main.make(Main.java:9)   <- your code

            """);
  }
}
