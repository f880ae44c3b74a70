package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.TypeEntry;
import org.junit.jupiter.api.Test;

class MarkdownFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static String markdown(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), new MarkdownFormat());
  }

  @Test
  void writesATableAndEachLeakFoldedAway() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, stack("acme.Import.read:3", "acme.Main.run:48"));
    ledger.open(FILE, stack("acme.Import.read:3", "acme.Main.run:48"));

    assertThat(markdown(ledger))
        .startsWith("### tt-alloc: 1 LEAK\n\n")
        .contains("\n| | what | opened at | verdict |\n|---|---|---|---|\n")
        .contains("\n| 1 | 2 files | `Import.read(Import.java:3)` | LEFT\\_OPEN, a leak |\n")
        .contains("<details><summary>1. 2 files, LEFT_OPEN: ")
        .contains("\n~~~~\nopened   acme.Import.read(Import.java:3)   <- your code\n")
        .endsWith("~~~~\n\n</details>\n");
  }

  @Test
  void namesOfTheApplicationAreNoMarkup() {
    LedgerBuilder ledger = ledger();
    ledger.open(type("a|b <img src=x> `c` *d*", "acme.Odd"), stack("acme.Import.`x`|y:3"));

    assertThat(markdown(ledger))
        .contains("1 a\\|b &lt;img src=x> \\`c\\` \\*d\\*")
        .contains(" | `Import.'x'\\|y(Import.java:3)` | ")
        .doesNotContain("<img");
  }

  @Test
  void listsAHundredAndCountsTheOthers() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 120; i++) {
      ledger.open(FILE, stack("acme.Import.read%d:3".formatted(i)));
    }
    String text = markdown(ledger);
    assertThat(text).contains("\n| 100 | ").doesNotContain("\n| 101 | ");
    assertThat(text).contains("\nand 20 more leaks\n").containsOnlyOnce("<summary>20. ");
    assertThat(text).doesNotContain("<summary>21. ");
  }

  @Test
  void withoutALeakItIsTheHeadline() {
    assertThat(markdown(ledger())).startsWith("### tt-alloc: CLEAN").doesNotContain("|");
  }
}
