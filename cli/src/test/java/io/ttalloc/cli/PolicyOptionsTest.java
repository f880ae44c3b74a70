package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.LedgerDump;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the effect of suppressions, baselines and leaks on {@code dump} and {@code diff}. */
class PolicyOptionsTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String leaking;
  private String clean;
  private String killed;

  @BeforeEach
  void writeLedgers() throws IOException {
    leaking = ledger(1).open("file", 1).ended(5).ledger().toString();
    clean = ledger(2).ended(5).ledger().toString();
    killed = ledger(3).open("socket", 1).killed().ledger().toString();
  }

  private SampleLedger ledger(long pid) throws IOException {
    return SampleLedger.of(folder, pid, NOON, "app.Main");
  }

  private int run(String... arguments) {
    LedgerDump dump = LedgerDump.ofLedgers(new LedgerLookup(List.of(folder)));
    return Main.run(
        List.of(arguments),
        new InstallFolder(folder),
        dump,
        new PrintWriter(out),
        new PrintWriter(err));
  }

  private String report(String ledger) {
    String file = folder.resolve("report.json").toString();
    assertThat(run("dump", ledger, "-o", file)).isZero();
    return file;
  }

  private String suppression(String entry) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), entry).toString();
  }

  @Test
  void aLeakFailsADumpOnlyOnRequest() {
    assertThat(run("dump", leaking)).isZero();
    assertThat(run("dump", leaking, "--fail-on=leak")).isEqualTo(23);
    assertThat(run("dump", clean, "--fail-on=leak")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aDumpIsWrittenEvenWithoutAJudgement() {
    assertThat(run("dump", killed)).isZero();
    assertThat(run("dump", killed, "--fail-on=leak")).isEqualTo(24);

    assertThat(out.toString()).contains("tt-alloc: NOT JUDGED. 64 B still open, all OPEN (pid 3, ");
    assertThat(err)
        .hasToString(
            "tt-alloc: no judgement: pid 3 (app.Main) was killed, expected a normal exit"
                + System.lineSeparator());
  }

  @Test
  void whatIsSuppressedOrInTheBaselineDoesNotFail() throws IOException {
    String suppress = suppression("- {reason: known, type: file}\n");
    String baseline = report(leaking);

    assertThat(run("dump", leaking, "--suppress", suppress, "--fail-on=leak")).isZero();
    assertThat(out.toString()).contains("1 suppressed");
    assertThat(run("dump", leaking, "--baseline", baseline, "--fail-on=leak")).isZero();
    assertThat(out.toString()).contains("tt-alloc: 1 LEAK: 1 open, 64 B (1 file), ", ", all KNOWN");
  }

  @Test
  void aMistakeInAFileOrOptionIsAnErrorAndNothingIsWritten() throws IOException {
    String suppress = suppression("- {type: file}\n");
    Path output = folder.resolve("x.txt");

    assertThat(run("dump", leaking, "--suppress", suppress, "-o", output.toString())).isEqualTo(1);
    assertThat(run("dump", leaking, "--fail-on=misuse")).isEqualTo(1);

    assertThat(output).doesNotExist();
    assertThat(err.toString())
        .startsWith("tt-alloc: " + suppress + ":1:")
        .contains(
            "tt-alloc: nothing was written",
            "Invalid value for option '--fail-on' (leak|own|undecided): expected leak, own or undecided but was 'misuse'");
  }

  @Test
  void aDifferenceFailsIfItIsALeakThatIsNew() throws IOException {
    assertThat(run("diff", clean, leaking)).isZero();
    assertThat(run("diff", clean, leaking, "--fail-on=leak")).isEqualTo(23);
    assertThat(err)
        .hasToString(
            "tt-alloc: diff failed: B has 1 leak that A does not have" + System.lineSeparator());
    assertThat(run("diff", leaking, leaking, "--fail-on=leak")).isZero();
    assertThat(run("diff", leaking, clean, "--fail-on=leak")).isZero();

    err.getBuffer().setLength(0);
    String without = report(clean);
    assertThat(run("diff", clean, leaking, "--fail-on=leak", "--baseline", without)).isEqualTo(23);
    assertThat(err.toString())
        .startsWith("tt-alloc: diff failed: B has 1 leak that neither A nor the baseline has");

    String suppress = suppression("- {reason: known, type: file}\n");
    assertThat(run("diff", clean, leaking, "--fail-on=leak", "--suppress", suppress)).isZero();
    String report = report(leaking);
    assertThat(run("diff", clean, leaking, "--fail-on=leak", "--baseline", report)).isZero();
    assertThat(run("diff", clean, report, "--fail-on=leak")).isEqualTo(23);
    assertThat(run("diff", clean, killed, "--fail-on=leak")).isEqualTo(24);
  }

  @Test
  void aDiffGoesToAFileInTheFormatOfItsName() throws IOException {
    Path page = folder.resolve("diff.html");
    assertThat(run("diff", clean, leaking, "-o", page.toString())).isZero();
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("\"change\":\"NEW\"")
        .doesNotContain(folder.toString());
    assertThat(out.toString()).isEmpty();
    Path json = folder.resolve("diff.json");
    assertThat(run("diff", clean, leaking, "-o", json.toString())).isZero();
    assertThat(Files.readString(json)).contains("\"schema\": \"tt-alloc-diff/1\"");

    assertThat(run("diff", clean, leaking, "-o", folder.resolve("diff.svg").toString()))
        .isEqualTo(1);
    assertThat(err.toString())
        .contains("expected a name that ends in .txt, .json or .html, or --format");
  }

  @Test
  void everyMistakeInTheFilesOfVerifyIsAnErrorAndNothingRuns() throws IOException {
    String bad = suppression("- {type: a}\n- {type: b}\n- {reason: r}\n");
    String none = folder.resolve("none.json").toString();
    String run = folder.resolve("run").toString();

    assertThat(run("verify", "--suppress", bad, "--baseline", none, "--", "touch", run))
        .isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            """
            tt-alloc: BAD:1:3: an entry without 'reason', expected reason: TEXT, which says why these findings are not leaks
            tt-alloc: BAD:2:3: an entry without 'reason', expected reason: TEXT, which says why these findings are not leaks
            tt-alloc: BAD:3:3: an entry that matches everything, expected at least one of type, class, site, stack, space, device, verdict
            tt-alloc: NONE: no such file (NONE), expected a readable JSON report
            tt-alloc: nothing was run
            """
                .replace("BAD", bad)
                .replace("NONE", none));
    assertThat(Path.of(run)).doesNotExist();
  }
}
