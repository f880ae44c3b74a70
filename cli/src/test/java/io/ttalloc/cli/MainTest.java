package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.DumpFormat;
import io.ttalloc.cli.dump.HeapSource;
import io.ttalloc.cli.dump.Judgement;
import io.ttalloc.cli.dump.LedgerDump;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {
  /** All commands, as messages list them. */
  private static final Set<String> COMMANDS = Main.described().getSubcommands().keySet();

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> asked = new ArrayList<>();
  private Judgement judgement = new Judgement("pid 7 (app)", 0, null);

  @Test
  void dumpWritesTheReportToStandardOutput() {
    assertThat(run(this::report, "dump", "4242")).isZero();

    assertThat(out).hasToString("report\n");
    assertThat(err.toString()).isEmpty();
    assertThat(asked).containsExactly("OfProcess[pid=4242] text");
  }

  @Test
  void dumpTakesTheFormatAndAFileToReadAndAFileToWrite() throws IOException {
    Path ledger = Files.createFile(folder.resolve("a.ledger"));
    Path output = folder.resolve("report.json");

    int status = run(this::report, "dump", ledger.toString(), "--format=json", "-o" + output);

    assertThat(status).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(output).hasContent("report\n");
    assertThat(asked).containsExactly("OfFile[ledger=%s] json".formatted(ledger));
  }

  @Test
  void theReportForTheViewerNeedsAFolderAndAJar() {
    assertThat(run(this::report, "dump", "7", "--format=TTNN")).isEqualTo(1);
    assertThat(run(this::report, "dump", "7", "--format=ttnn", "-o" + folder.resolve("new")))
        .isEqualTo(1);

    assertThat(asked).isEmpty();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "tt-alloc: the format ttnn writes a folder with a database"
                            + " and requires -o FOLDER"),
            line ->
                assertThat(line)
                    .startsWith("tt-alloc: --format ttnn needs the jar ")
                    .endsWith("tt-alloc-viewer.jar, which is missing"));
  }

  @Test
  void dumpTakesTheHeapFromTheProcessOrFromAFileButNotBoth() {
    assertThat(run(this::report, "dump", "7", "--holders")).isZero();
    assertThat(run(this::report, "dump", "7", "--heap", "x.hprof")).isZero();
    assertThat(run(this::report, "dump", "7", "--holders", "--heap", "x.hprof")).isEqualTo(1);

    assertThat(asked)
        .containsExactly(
            "OfProcess[pid=7] text Asked[]", "OfProcess[pid=7] text OfFile[dump=x.hprof]");
    assertThat(err)
        .hasToString(
            lines(
                "tt-alloc: --holders requests a new heap dump, but --heap reads x.hprof; expected only one of them"));
  }

  @Test
  void theNameOfTheOutputDecidesTheFormatIfNothingElseDoes() {
    assertThat(run(this::report, "dump", "7", "-o", folder.resolve("x.pb.gz").toString())).isZero();
    assertThat(run(this::report, "dump", "7", "-o", folder.resolve("x.txt").toString())).isZero();

    assertThat(asked).containsExactly("OfProcess[pid=7] pprof", "OfProcess[pid=7] text");
  }

  @Test
  void aNameWithoutAFormatIsRefusedUnlessTheFormatIsGivenOrItIsNoFile() {
    Path output = folder.resolve("x.foo");

    assertThat(run(this::report, "dump", "7", "-o", output.toString())).isEqualTo(1);
    assertThat(asked).isEmpty();
    assertThat(output).doesNotExist();
    assertThat(err)
        .hasToString(
            lines(
                "tt-alloc: the format of %s is unknown, expected a name that ends in %s, or --format;"
                        .formatted(output, ofFormats(ReportFormat::suffix))
                    + " nothing was written"));

    assertThat(run(this::report, "dump", "7", "--format=json", "-o", output.toString())).isZero();
    assertThat(run(this::report, "dump", "7", "-o", "/dev/null")).isZero();
    assertThat(asked).containsExactly("OfProcess[pid=7] json", "OfProcess[pid=7] text");
  }

  @Test
  void aReportInJsonIsDistinguishedFromALedger() throws IOException {
    Path json =
        Files.writeString(
            folder.resolve("q.json"), "{\"schema\": \"tt-alloc/1\", \"findings\": []}");
    LedgerDump ofLedgers = LedgerDump.ofLedgers(new LedgerLookup(List.of(folder)));

    assertThat(run(ofLedgers, "dump", json.toString())).isEqualTo(1);

    assertThat(err)
        .hasToString(
            lines(
                "tt-alloc: %s is a JSON report, expected a ledger; tt-alloc diff also reads reports"
                    .formatted(json)));
  }

  @Test
  void aReportThatFailsLeavesNoFile() {
    Path output = folder.resolve("report.txt");
    LedgerDump fails =
        (request, notes, to) -> {
          to.write(1);
          throw new CommandFailure("ledger 7 is\ntruncated");
        };

    assertThat(run(fails, "dump", "7", "-o", output.toString())).isEqualTo(1);

    assertThat(output).doesNotExist();
    assertThat(err).hasToString(lines("tt-alloc: ledger 7 is truncated"));
  }

  @Test
  void aReportThatCannotBeWrittenIsAnError() {
    Path output = folder.resolve("missing/report.txt");

    assertThat(run(this::report, "dump", "7", "-o", output.toString())).isEqualTo(1);

    assertThat(err)
        .hasToString(
            lines(
                "tt-alloc: cannot write the report to %s: its folder does not exist, expected a file or pipe of your own, or a new file in an existing folder; nothing was written"
                    .formatted(output)));
  }

  @Test
  void aProcessWithoutALedgerIsAnError() {
    LedgerDump ofLedgers = LedgerDump.ofLedgers(new LedgerLookup(List.of(folder)));

    assertThat(run(ofLedgers, "dump", "4242")).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err)
        .hasToString(
            lines(
                "tt-alloc: no ledger for process 4242 in [%s]; the process may have"
                        .formatted(folder)
                    + " ended without a leak or run without the agent, or its ledger may be in"
                    + " another folder (option dir or TT_ALLOC_DIR; give the path of the ledger)"
                    + " or have been removed to make room for newer ones"));
  }

  @Test
  void aFileThatIsNoLedgerIsAnErrorOfOneLine() throws IOException {
    Path foreign = Files.writeString(folder.resolve("a.ledger"), "x".repeat(2 << 20));
    LedgerDump ofLedgers = LedgerDump.ofLedgers(new LedgerLookup(List.of(folder)));

    assertThat(run(ofLedgers, "dump", foreign.toString())).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("tt-alloc: " + foreign + " is not a ledger");
  }

  @Test
  void anUnforeseenErrorComesWithItsStackTrace() {
    LedgerDump broken =
        (request, notes, to) -> {
          throw new IllegalStateException("a bug");
        };

    assertThat(run(broken, "dump", "1")).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("tt-alloc: dump failed unexpectedly: java.lang.IllegalStateException: a bug")
        .contains("\tat io.ttalloc.cli.MainTest");
  }

  @Test
  void noErrorMovesOrReordersWhatATerminalShows() {
    assertThat(run(this::report, "dump", "a\u001b[2J\u202eb\u009b")).isEqualTo(1);
    LedgerDump fails =
        (request, notes, to) -> {
          throw new CommandFailure("c\u001b[2J\u202ed\n\u009b");
        };
    assertThat(run(fails, "dump", "7")).isEqualTo(1);
    LedgerDump broken =
        (request, notes, to) -> {
          throw new IllegalStateException("e\u001b[2J\u202ef\u009b");
        };
    assertThat(run(broken, "dump", "7")).isEqualTo(1);

    // The message says that there is no such file or, with LC_ALL=C, that no file can have that
    // name.
    assertThat(err.toString())
        .contains("'a\\u001b[2J\\u202eb\\u009b' ")
        .contains("tt-alloc: c\\u001b[2J\\u202ed \\u009b" + System.lineSeparator())
        .contains("IllegalStateException: e\\u001b[2J\\u202ef\\u009b" + System.lineSeparator())
        .contains("\tat io.ttalloc.cli.MainTest")
        .doesNotContain("\u001b", "\u202e", "\u009b");
  }

  private static String ofFormats(Function<ReportFormat, String> what) {
    return ReportFormats.all().stream().map(what).collect(Collectors.joining(", "));
  }

  static List<Arguments> badArguments() {
    return List.of(
        arguments("", "no command given, expected one of " + COMMANDS, "tt-alloc"),
        arguments("dmup 1", "unknown command 'dmup', expected one of " + COMMANDS, "tt-alloc"),
        arguments("--colour", "Unknown option: '--colour'", "tt-alloc"),
        arguments("dump", "Missing required parameter: 'PID|LEDGER|FOLDER'", "tt-alloc dump"),
        arguments("dump 1 --at", "Unknown option: '--at'", "tt-alloc dump"),
        arguments(
            "dump nothing.ledger",
            "Invalid value for positional parameter at index 0..* (PID|LEDGER|FOLDER): 'nothing.ledger' is not a file, expected a process id or the path of a ledger or of a folder with ledgers",
            "tt-alloc dump"),
        arguments(
            "diff 1 nothing.ledger",
            "Invalid value for positional parameter at index 1 (B): 'nothing.ledger' is not a file,"
                + " expected a process id or the path of a ledger",
            "tt-alloc diff"),
        arguments(
            "dump 1 --format xml",
            "Invalid value for option '--format': expected one of [%s] but was 'xml'"
                .formatted(ofFormats(ReportFormat::name) + ", ttnn"),
            "tt-alloc dump"));
  }

  @ParameterizedTest
  @MethodSource("badArguments")
  void badArgumentsAreOneLineAndAHint(String line, String message, String helpOf) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ", -1);

    assertThat(run(this::report, args)).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(err).hasToString(lines("tt-alloc: " + message, "for help: " + helpOf + " --help"));
  }

  @Test
  void helpIsNoError() {
    assertThat(run(this::report, "--help")).isZero();
    assertThat(out.toString()).contains("demo", "dump");
  }

  @Test
  void theHelpOfTheDemonstrationNamesItsScenarios() {
    assertThat(run(this::report, "demo", "--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("mesh, accumulate --runs N, faults NAME or faults --list; demo help ");
  }

  private Judgement report(LedgerDump.Request request, PrintWriter notes, OutputStream to)
      throws IOException {
    String heap = request.heap() instanceof HeapSource.None ? "" : " " + request.heap();
    String format =
        request.format() instanceof DumpFormat.OfFile file ? file.format().name() : "a folder";
    asked.add(request.target() + " " + format + heap);
    to.write("report\n".getBytes(StandardCharsets.UTF_8));
    return judgement;
  }

  private int run(LedgerDump ledgerDump, String... args) {
    return Main.run(
        List.of(args),
        new InstallFolder(folder),
        ledgerDump,
        new PrintWriter(out),
        new PrintWriter(err));
  }

  private static String lines(String... lines) {
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }
}
