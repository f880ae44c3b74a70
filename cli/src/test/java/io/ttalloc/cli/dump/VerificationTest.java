package io.ttalloc.cli.dump;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the judgement on the JVMs whose ledgers are in a directory. */
class VerificationTest {
  private static final long STARTED = 1_700_000_000_000L;

  @TempDir private Path folder;

  private LedgerWriter write(LedgerFiles files, long pid) throws IOException {
    files.createLedger();
    LedgerHeader header =
        new LedgerHeader(pid, STARTED, 0, STARTED * 1_000_000, "app.Main", "a JVM", false, true);
    return new LedgerWriter(files.ledger().toFile(), header, 0);
  }

  private LedgerFiles files(long pid) {
    return LedgerFiles.fresh(folder, pid, STARTED);
  }

  private Verification verification() {
    return Verification.of(List.of(folder), AnalysisOptions.defaults());
  }

  @Test
  void aDirectoryWithoutLedgersOrNoneAtAllIsEmpty() {
    assertThat(verification().isEmpty()).isTrue();
    assertThat(
            Verification.of(List.of(folder.resolve("none")), AnalysisOptions.defaults()).isEmpty())
        .isTrue();
    assertThat(verification().isRunning()).isFalse();
  }

  @Test
  void jvmsThatEndedInOrderAreJudged() throws Exception {
    for (long pid = 11; pid <= 12; pid++) {
      write(files(pid), pid).ended();
    }

    Verification all = verification();

    assertThat(all.unjudged()).isEmpty();
    assertThat(all.leaking()).isEmpty();
    assertThat(all.leaks()).isEqualTo("0 leaks");
    assertThat(all.isEmpty()).isFalse();
    assertThat(all.isRunning()).isFalse();
    assertThat(all.totals()).isEqualTo("2 JVMs, 0 opened, 0 closed, Active allocations: 0");
  }

  @Test
  void oneReportHasWhatAllLeftOfOneStackAsOneFinding() throws Exception {
    Instant noon = Instant.parse("2023-11-14T12:00:00Z");
    SampleLedger.of(folder, 1, noon, "java -jar a.jar").openAt("buffer", 64).ended(2);
    SampleLedger.of(folder, 2, noon.plusSeconds(60), "java -jar b.jar")
        .openAt("buffer", 64)
        .openAt("file", 0)
        .ended(2);

    Report all = verification().report();

    assertThat(all.leaks()).isEqualTo(1);
    assertThat(all.findings())
        .extracting(finding -> finding.amount().count())
        .containsExactlyInAnyOrder(2L, 1L);
    assertThat(all.findings()).extracting(finding -> finding.identity().stacks()).containsOnly(1);
    assertThat(all.totals().opened()).isEqualTo(3);
    assertThat(all.process().command()).isEqualTo("2 JVMs (a.jar, b.jar)");
    assertThat(Duration.ofNanos(all.process().ageNanos())).isGreaterThan(Duration.ofSeconds(60));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportFormats.shortText(false).write(all, out);
    assertThat(out.toString(UTF_8))
        .startsWith("tt-alloc: 1 LEAK")
        .contains("(2 JVMs (a.jar, b.jar), 1 min")
        .contains("dump " + folder + " --all");
    // The report on all JVMs can be used as a baseline like a report on one JVM.
    Path json = folder.resolve("all.json");
    ReportOutput.write(json, to -> ReportOutput.format(json).write(all, to));
    AnalysisOptions known = DecisionFiles.read(List.of(), json, "nothing was judged");
    assertThat(Verification.of(List.of(folder), known).leaking()).isEmpty();
    assertThat(Verification.of(List.of(folder), known).report().leaks()).isEqualTo(1);
  }

  @Test
  void aReportNeedsALedger() {
    assertThatThrownBy(() -> verification().report())
        .isInstanceOf(CommandFailure.class)
        .hasMessage("no ledgers in " + folder + ", expected those of JVMs that ran with the agent");
  }

  @Test
  void whatIsOpenIsSaidAsInAReport() throws Exception {
    Instant noon = Instant.parse("2023-11-14T12:00:00Z");
    SampleLedger.of(folder, 1, noon, "a").openAt("buffer", 64).openAt("buffer", 64).ended(2);
    SampleLedger.of(folder, 2, noon, "b").openAt("buffer", 64).ended(2);

    assertThat(verification().totals())
        .isEqualTo("2 JVMs, 3 opened, 0 closed, Active allocations: 2 regions (3 handles)");
    assertThat(verification().leaks()).isEqualTo("2 leaks");
  }

  @Test
  void whoWasKilledOrNotSeenCompletelyIsNotJudged() throws Exception {
    LedgerFiles killed = files(11);
    write(killed, 11).unknownClose();
    LedgerFiles blind = files(12);
    LedgerWriter writer = write(blind, 12);
    writer.gap(Gap.NOT_WOVEN);
    writer.ended();

    assertThat(verification().unjudged())
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .isEqualTo(
                        "pid 11 (app.Main) was killed, expected a normal exit; tt-alloc dump "
                            + killed.ledger()),
            one ->
                assertThat(one)
                    .startsWith("pid 12 (app.Main) was not tracked completely (")
                    .endsWith("), so leaks may have been missed; tt-alloc dump " + blind.ledger()));
    String first =
        "pid 11 (app.Main) was killed, expected a normal exit; tt-alloc dump " + killed.ledger();
    assertThatThrownBy(() -> verification().judgement().status())
        .hasMessage(
            "no judgement: 2 JVMs in %s could not be judged: %s; 1 more JVM could not be judged either"
                .formatted(folder, first));
    write(files(13), 13).ended();
    assertThatThrownBy(() -> verification().judgement().status())
        .hasMessage(
            "no judgement: 3 JVMs in %s could not all be judged: %s; 1 more JVM could not be judged either"
                .formatted(folder, first));
  }

  @Test
  void whoStillRunsIsNotJudged() throws Exception {
    LedgerFiles files = files(11);
    LedgerLock lock = LedgerLock.hold(files.lock());
    try {
      write(files, 11);

      assertThat(verification().isRunning()).isTrue();
      assertThat(verification().unjudged())
          .containsExactly(
              "pid 11 (app.Main) is still running, expected a normal exit; tt-alloc dump "
                  + files.ledger());
    } finally {
      lock.close();
    }
  }

  @Test
  void whoHasNoLedgerIsLost() throws Exception {
    LedgerFiles removed = files(11);
    Files.createFile(removed.lock());
    LedgerFiles spoilt = files(12);
    Files.writeString(spoilt.ledger(), "not a ledger");
    Files.writeString(folder.resolve("foreign.ledger"), "");

    Verification all = verification();

    assertThat(all.jvms()).isEqualTo("2 JVMs");
    assertThat(all.unjudged())
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .startsWith(
                        "pid 12 has no ledger that can be read: "
                            + spoilt.ledger()
                            + " is not a ledger: "),
            one ->
                assertThat(one)
                    .isEqualTo(
                        "pid 11 no longer has a ledger: " + removed.ledger() + " is missing"));
  }

  @Test
  void mistakesInFilesOfDecisionsAreErrors() throws Exception {
    Path suppress = Files.writeString(folder.resolve("s.yaml"), "- {type: a}\n");
    Path baseline = Files.writeString(folder.resolve("b.json"), "{");

    assertThatThrownBy(() -> DecisionFiles.report(baseline))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            e -> assertThat(e.lines()).singleElement().asString().startsWith(baseline.toString()));
    assertThatThrownBy(() -> DecisionFiles.read(List.of(suppress), baseline, "nothing was run"))
        .isInstanceOfSatisfying(
            CommandFailure.class,
            e -> {
              assertThat(e.lines()).hasSize(3).last().isEqualTo("nothing was run");
              assertThat(e.lines().get(0)).startsWith(suppress + ":1:");
              assertThat(e.status()).isEqualTo(1);
            });
  }

  @Test
  void decisionsAreReadForToday() throws Exception {
    Path suppress =
        Files.writeString(folder.resolve("s.yaml"), "- {reason: known, type: session}\n");

    AnalysisOptions options = DecisionFiles.read(List.of(suppress), null, "nothing was run");

    assertThat(options.policy().suppressions()).hasSize(1);
    assertThat(options.policy().baseline()).isNull();
    assertThat(options.policy().today()).isAfter(LocalDate.of(2026, 1, 1));
  }
}
