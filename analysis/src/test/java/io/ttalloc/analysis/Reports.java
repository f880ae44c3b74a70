package io.ttalloc.analysis;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Analyses the ledgers of tests with the default options. */
public final class Reports {
  private Reports() {}

  public static Report of(LedgerBuilder ledger) {
    return of(ledger, AnalysisOptions.defaults());
  }

  /** Analyses a ledger with other options. */
  public static Report of(LedgerBuilder ledger, AnalysisOptions options) {
    return ledger.read(image -> Analysis.of(image, options));
  }

  /** The text report, without colours. */
  public static String text(LedgerBuilder ledger) {
    return written(of(ledger), ReportFormats.text(false));
  }

  public static String written(Report report, ReportFormat format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      format.write(report, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The finding with this verdict; fails if there is not exactly one. */
  public static Finding only(LedgerBuilder ledger, Verdict verdict) {
    return of(ledger).findings().stream()
        .filter(f -> f.verdict() == verdict)
        .reduce(
            (a, b) -> {
              throw new AssertionError("more than one finding is " + verdict);
            })
        .orElseThrow(() -> new AssertionError("no finding is " + verdict));
  }

  /** The evidence for a finding, as worded in reports. */
  public static List<String> why(Finding finding) {
    return ReasonText.of(finding.why());
  }

  /** The advice for a finding, as worded in reports; empty if there is none. */
  public static String fix(Finding finding) {
    return AdviceText.of(finding.fix());
  }
}
