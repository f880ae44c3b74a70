package io.ttalloc.watch.ledgers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.watch.ledgers.LedgerRow.Content;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the text and JSON forms of a list of ledgers. */
class LedgerTableTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  private static LedgerRow row(
      long pid, ProcessState state, @Nullable Duration age, String command, @Nullable Content is) {
    Path ledger = Path.of("ledgers", pid + "-1-0000000a.ledger");
    return new LedgerRow(ledger, pid, state, NOON, age, command, is, null);
  }

  private static String table(LedgerRow... rows) {
    StringWriter out = new StringWriter();
    LedgerTable.print(new LedgerListing(List.of(rows), Map.of(), 0, 0), new PrintWriter(out, true));
    return out.toString();
  }

  @Test
  void theCommandIsCutSoThatALineHasEightyColumns() {
    String table =
        table(
            row(
                4_194_304,
                ProcessState.RUNNING,
                Duration.ofMinutes(252),
                "java -Xmx1g -jar /opt/app/application.jar --of many --words and more and more",
                new Content(10_000_000, 1L << 30, null)),
            row(7, ProcessState.KILLED, null, "java com.acme.Main", null),
            row(8, ProcessState.ENDED, Duration.ofMillis(900), "", new Content(3, 0, 1_200L)));

    assertThat(table)
        .isEqualTo(
            """
                PID  STATE           AGE  COMMAND               LIVE            BYTES  LEAKS
            4194304  running  4 h 12 min  appli...d more  10,000,000  1,073,741,824 B      -
                  7  killed            -  com.acme.Main            -                -      -
                  8  ended           0 s                           3              0 B  1,200
            """);
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
  }

  /** The table shown in docs/operating.md. */
  @Test
  void columnsAreAsWideAsTheirContent() {
    String demo = "java -jar tt-alloc-demo.jar ";
    assertThat(
            table(
                row(
                    4_711,
                    ProcessState.RUNNING,
                    Duration.ofSeconds(185),
                    "java -jar app.jar",
                    new Content(2, 28, null)),
                row(
                    4_242,
                    ProcessState.KILLED,
                    Duration.ofSeconds(20),
                    "java -jar app.jar",
                    new Content(4, 28, null)),
                row(
                    32_281,
                    ProcessState.ENDED,
                    Duration.ofMillis(6_477),
                    demo + "accumulate --runs 3",
                    new Content(66, 921_600, 2L)),
                row(
                    32_003,
                    ProcessState.ENDED,
                    Duration.ofMillis(6_205),
                    demo + "mesh",
                    new Content(22, 307_200, 0L))))
        .isEqualTo(
            """
              PID  STATE          AGE  COMMAND                        LIVE      BYTES  LEAKS
             4711  running  3 min 5 s  app.jar                           2       28 B      -
             4242  killed        20 s  app.jar                           4       28 B      -
            32281  ended          6 s  tt-alloc-demo...late --runs 3    66  921,600 B      2
            32003  ended          6 s  tt-alloc-demo.jar mesh           22  307,200 B      0
            """);
  }

  @Test
  void nothingInACommandMovesWhatATerminalShows() {
    String table =
        table(
            row(
                7,
                ProcessState.ENDED,
                Duration.ZERO,
                "a\u001b[2J\u202eb\nc",
                new Content(0, 0, 0L)));

    assertThat(table.lines()).hasSize(2);
    assertThat(table).contains("a\\u001b[2J\\u202eb\\u000ac").doesNotContain("\u001b", "\u202e");
  }

  @Test
  void numbersOfADamagedLedgerAreShownAndTheCommandStays() {
    String table =
        table(
            row(
                1,
                ProcessState.ENDED,
                Duration.ofNanos(Long.MAX_VALUE),
                "java com.acme.very.deep.Main",
                new Content(1, Long.MAX_VALUE, 0L)));

    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(table).contains("106751 d 23 h", "8,589,934,591 GB");
  }

  @Test
  void ledgersThatCannotBeReadAreNoRows() {
    assertThat(table(LedgerRow.unreadable(Path.of("x.ledger"), 1, "x.ledger is odd"))).isEmpty();
  }

  @Test
  void forProgramsItIsOneObject() throws IOException {
    StringWriter out = new StringWriter();
    LedgerRow ended =
        row(7, ProcessState.ENDED, Duration.ofMillis(900), "a\u001bb", new Content(3, 64, 2L));
    LedgerRow spoilt = LedgerRow.unreadable(Path.of("x.ledger"), 1, "x.ledger is odd");

    LedgerListJson.write(
        new LedgerListing(List.of(ended, spoilt), Map.of(ProcessState.ENDED, 5L), 4, 0),
        NativeState.NONE,
        List.of(Path.of("ledgers")),
        List.of("others cannot be read"),
        out);

    assertThat(out)
        .hasToString(
            """
            {
             "schema": "tt-alloc-ps/1",
             "folders": [
              "ledgers"
             ],
             "ledgers": [
              {
               "ledger": "ledgers/7-1-0000000a.ledger",
               "pid": 7,
               "state": "ended",
               "startedAt": "2023-11-14T12:00:00Z",
               "ageMillis": 900,
               "command": "a\\u001bb",
               "live": 3,
               "liveBytes": 64,
               "leaks": 2,
               "problem": null
              },
              {
               "ledger": "x.ledger",
               "pid": 1,
               "state": "unreadable",
               "startedAt": null,
               "ageMillis": null,
               "command": null,
               "live": null,
               "liveBytes": null,
               "leaks": null,
               "problem": "x.ledger is odd"
              }
             ],
             "omitted": {
              "running": 0,
              "killed": 0,
              "detached": 0,
              "ended": 5,
              "unreadable": 0
             },
             "unread": 0,
             "ofOthers": 4,
             "native": {
              "schema": "tt-alloc-native/1",
              "processes": [],
              "chips": [],
              "published": 0,
              "forgotten": 0,
              "unaccounted": 0,
              "problems": []
             },
             "problems": [
              "others cannot be read"
             ]
            }
            """);
  }
}
