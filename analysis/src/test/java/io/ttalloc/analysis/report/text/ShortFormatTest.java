package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShortFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final TypeEntry SOCKET = type("socket", "java.net.Socket");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158",
          "java.io.FileReader.<init>:60",
          "com.acme.Loader.read:42",
          "com.acme.Main.main:17");

  private final LedgerBuilder ledger = ledger().command("app.jar");

  private String text() {
    return Reports.written(Reports.of(ledger), ReportFormats.shortText(false));
  }

  private static List<Frame> line(int number) {
    return stack("java.io.FileInputStream.<init>:158", "com.acme.Main.open" + number + ":7");
  }

  /**
   * The process counts as a resource and not as a container, because its rule gives it a size, 0
   * bytes.
   */
  @Test
  void whatAnOwnerFreesIsAPartOfItsLeak() {
    TypeEntry process = new TypeEntry("process", "com.acme.Process", false, true, true, true);
    TypeEntry pipe = type("pipe", "com.acme.Pipe");
    List<Frame> started = stack("com.acme.Process.<init>:5", "com.acme.Main.start:12");
    for (int i = 0; i < 2; i++) {
      OpenedResource owner = ledger.open(process, started);
      ledger.open(pipe, stack("com.acme.Pipe.<init>:9", "com.acme.Main.start:12")).owner(owner);
    }

    assertThat(text())
        .contains("  1. Main.start(Main.java:12)  2 processes with 2 pipes  left open\n");
    assertThat(Reports.text(ledger)).contains("  1. Main.start\n", " 2 x com.acme.Process; ");
  }

  /**
   * The report does not mention threads of a pool or a few threads with the same task: both are
   * normal.
   */
  @Test
  void manyThreadsWithTheSameTaskGetALine() {
    ledger.open(FILE, READ);
    for (int i = 0; i < 12; i++) {
      ledger.running(
          "poller-" + i,
          stack(
              "java.lang.Object.wait:1",
              "com.acme.Poller.run:8",
              "com.acme.Poller$$Lambda.run:1",
              "java.lang.Thread.run:840"));
      ledger.running(
          "pool-" + i,
          stack(
              "com.acme.Task.run:3",
              "java.util.concurrent.ThreadPoolExecutor$Worker.run:635",
              "java.lang.Thread.run:840"));
    }
    for (int i = 0; i < 9; i++) {
      ledger.running("few-" + i, stack("com.acme.Few.run:8", "java.lang.Thread.run:840"));
    }

    String line =
        "\nthreads: 12 were still running Poller.run outside any executor, so only the program can end them\n";
    assertThat(text()).containsOnlyOnce("\nthreads: ").contains(line);
    assertThat(Reports.text(ledger)).containsOnlyOnce("\nthreads: ").contains(line);
    assertThat(Reports.written(Reports.of(ledger), new JsonFormat()))
        .contains("\"threads\": {\n   \"Poller.run\": 12\n  }");
    assertThat(Reports.of(ledger).failures()).isEqualTo(1);
  }

  @Test
  void whereAndWhatComesFirstThenWhyAndFixThenWhatIsNoLeak() {
    ledger.closed(FILE, READ, 97, 5_000_000);
    ledger.closeSite(
        FILE, READ, stack("java.io.FileInputStream.close:300", "com.acme.Loader.read:55"), 8);
    for (String path : new String[] {"data/b.csv", "data/a.csv", "data/c.csv"}) {
      ledger.open(FILE, READ).collected().label(path).thread("loader-1");
    }
    List<Frame> random = stack("java.io.FileInputStream.<init>:158", "sun.security.Seed.get:9");
    ledger.open(FILE, random).infrastructure("sun.security.Seed.get");
    ledger.open(FILE, random).infrastructure("sun.security.Seed.get");

    assertThat(text())
        .isEqualTo(
            """
            tt-alloc: 1 LEAK: 3 open (3 files), at Loader.read (pid 4242, app.jar, 2.1 s, exit; 102 opened, 97 closed)
              1. Loader.read(Loader.java:42)  3 of 100 files  lost
            confidence HIGH: attached at start, 0 events dropped

              1. 3 of 100 files, LOST: collected but never closed
                 opened   java.io.FileReader.<init>(FileReader.java:60)
                          com.acme.Loader.read(Loader.java:42)   <- your code
                          com.acme.Main.main(Main.java:17)
                 labels   data/a.csv, data/b.csv, data/c.csv
                 why      97 of 100 opened here were closed, at Loader.read(Loader.java:55)
                 fix      call close() on every path through Loader.read: some paths end before Loader.java:55 closes it, or open another resource first

            not leaks: 2 infrastructure (JDK); --all shows them
            more: tt-alloc dump 4242 --all
            page: tt-alloc dump 4242 -o leaks.html
            """);
  }

  @Test
  void nothingIsSaidOfYourCodeWhereThereIsNoLeak() {
    ledger.ended(Ended.RUNNING).open(FILE, READ);

    assertThat(text())
        .startsWith("tt-alloc: NOT JUDGED. ")
        .contains("\n  1. Loader.read(Loader.java:42)  1 file  open\n")
        .contains("com.acme.Loader.read(Loader.java:42)\n")
        .doesNotContain("your code");
  }

  @Test
  void whatOnlyItsRuleCallsNoLeakSaysSo() {
    TypeEntry process =
        new TypeEntry(
            "process",
            "java.lang.ProcessImpl",
            false,
            false,
            false,
            false,
            FILE.closing(),
            new TypeEntry.Policy(0, Map.of("LEFT_OPEN", "ignore")));
    ledger.open(process, READ);

    assertThat(text()).contains("not leaks: 1 left open (allowed by rule); --all shows them\n");
  }

  @Test
  void aReasonThatRepeatsTheVerdictIsGivenIfThereIsNoOther() {
    ledger.open(FILE, READ).collected();
    assertThat(text()).contains("     why      1 collected, never closed\n     fix  ");
  }

  @Test
  void eachOfSeveralDoubtsHasALine() {
    ledger.dropped(Loss.AT_LIMIT, 3).gap(Gap.ATTRIBUTE_THREW).open(FILE, READ);
    assertThat(text())
        .contains("\nconfidence LOW:\n  3 events dropped: ")
        .contains("\n  application code threw an exception while an attribute was read");
  }

  @Test
  void anEntryOfSeveralTypesAndLinesIsStillOne() {
    ledger.open(FILE, READ);
    ledger.open(
        SOCKET,
        stack("java.net.Socket.<init>:5", "com.acme.Loader.read:43", "com.acme.Main.main:17"));

    assertThat(text())
        .contains("\n  1. Loader.read(Loader.java:42) and 1 more  1 file, 1 socket  left open\n")
        .contains(
            "\n              com.acme.Loader.read(Loader.java:42)   <- your code, 1 of 2\n",
            "\n              and 1 at Loader.read(Loader.java:43)\n")
        .contains(
            "\n              at Loader.read(Loader.java:43): call close() on the Socket that"
                + " Loader.read(Loader.java:43) opened, or open it in a try-with-resources"
                + " statement\n");
  }

  @Test
  void eachLineOfAnEntryHasItsCount() {
    for (int line = 40; line < 44; line++) {
      for (int i = 0; i < 44 - line; i++) {
        ledger.open(
            FILE, stack("java.io.FileInputStream.<init>:158", "com.acme.Loader.read:" + line));
      }
    }

    assertThat(text())
        .contains(
            "com.acme.Loader.read(Loader.java:40)   <- your code, 4 of 10\n",
            "              and 3 at Loader.read(Loader.java:41), 2 at Loader.read(Loader.java:42), and"
                + " 1 at 1 other line\n");
  }

  @Test
  void pathsOfSeveralLinesThatDifferInAnIndexAreOne() {
    ledger.open(FILE, READ);
    ledger.open(FILE, stack("java.io.FileInputStream.<init>:158", "com.acme.Loader.read:43"));
    ReportEntry entry =
        KeptResources.reportOn(ledger, FILE, KeptResources.inList(0), KeptResources.inList(1))
            .entries()
            .get(0);

    assertThat(new ShortEntry(entry, 1).lines(1))
        .contains("     kept     by static Registry.ALL -> {ArrayList[*]}");
  }

  /** Files.walk opens the root folder itself, and its stream opens the folders below. */
  @Test
  void whatIsCountedBelowTheHeadingIsCountedForAllItsLines() {
    List<Frame> within =
        stack(
            "java.io.FileInputStream.<init>:158",
            "java.io.Walk.next:80",
            "com.acme.Loader.read:42",
            "com.acme.Main.main:17");
    for (int i = 0; i < 4; i++) {
      ledger.open(FILE, READ).collected().label("top");
      ledger.open(FILE, within).collected().label("sub");
    }
    ledger.open(SOCKET, stack("java.net.Socket.<init>:5", "com.acme.Loader.read:43")).collected();

    assertThat(text())
        .contains(
            "\n  1. 8 files, 1 socket, LOST: collected but never closed\n",
            "\n     labels   sub x 4, top x 4\n",
            "\n     why      9 collected, never closed\n");
  }

  @Test
  void manyLeaksFitOnAScreenAndEachHasALine() {
    for (int i = 10; i < 28; i++) {
      ledger.open(FILE, line(i));
    }
    assertThat(text().lines())
        .hasSizeLessThanOrEqualTo(60)
        .anyMatch(line -> line.startsWith(" 18. Main.open27(Main.java:7)"))
        .anyMatch(line -> line.matches("and \\d+ more entries, as listed above"));
  }

  @Test
  void ofVeryManyTheFirstTwentyHaveALine() {
    for (int i = 100; i < 150; i++) {
      ledger.open(FILE, line(i));
    }
    assertThat(text().lines())
        .hasSizeLessThanOrEqualTo(60)
        .contains("     and 30 more entries")
        .anyMatch(line -> line.startsWith("tt-alloc: 50 LEAKS: 50 open (50 files)"));
  }

  @Test
  void misuseHasOneLineForEachOfItsStacks() {
    ledger.misuse(
        MisuseKind.DOUBLE_CLOSE,
        FILE,
        stack("java.io.FileInputStream.close:300", "com.acme.Loader.read:55"),
        stack("java.io.FileInputStream.close:300", "com.acme.Loader.end:60"),
        2);
    assertThat(text())
        .contains(
            """
            misuse
              DOUBLE_CLOSE  2 x file (java.io.FileInputStream)
                fix      close each FileInputStream once: remove the close at Loader.end(Loader.java:60)
                closed at Loader.read(Loader.java:55)
                closed again at Loader.end(Loader.java:60)
            """);
  }

  @Test
  void aCleanRunIsOneLine() {
    ledger.closed(FILE, READ, 2, 1_000);
    assertThat(text()).isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @Test
  void whereDevicesHaveMemoryItIsTheWholeReport() {
    LedgerBuilder mesh = MeshRun.withSites(ledger());
    MeshRun.record(mesh, "1");
    assertThat(Reports.written(Reports.of(mesh), ReportFormats.shortText(false)))
        .isEqualTo(Reports.text(mesh));
  }
}
