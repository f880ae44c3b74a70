package io.ttalloc.monitor.serve;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.monitor.ledgers.LedgerListing;
import io.ttalloc.monitor.live.MachineState;
import io.ttalloc.monitor.live.ProcessView;
import io.ttalloc.monitor.metrics.MachineMetrics;
import io.ttalloc.yaml.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answers to requests: metrics, and reports on single processes in every format. Thread-safe.
 *
 * <p>A report is made anew for each request, as {@code tt-alloc dump} makes it, but never more than
 * two at a time.
 */
final class MonitorAnswers implements Function<Request, HttpAnswer> {
  private static final Pattern REPORT = Pattern.compile("/processes/([0-9]{1,18})/report(\\..+)");
  private static final Map<String, String> TYPES =
      Map.of(
          ".txt", HttpAnswer.TEXT,
          ".json", "application/json",
          ".html", "text/html; charset=utf-8",
          ".collapsed", HttpAnswer.TEXT,
          ".speedscope.json", "application/json",
          ".pb.gz", "application/octet-stream",
          ".hlog", HttpAnswer.TEXT);
  private static final int REPORTS_AT_A_TIME = 2;

  private final PrometheusTextFormatWriter metricsFormat = PrometheusTextFormatWriter.create();
  private final Semaphore reports = new Semaphore(REPORTS_AT_A_TIME);
  private final Supplier<MachineState> state;

  MonitorAnswers(Supplier<MachineState> state) {
    this.state = state;
  }

  @Override
  public HttpAnswer apply(Request request) {
    if (request.path().equals("/metrics")) {
      MetricSnapshots metrics = MachineMetrics.of(state.get());
      return new HttpAnswer(
          200,
          PrometheusTextFormatWriter.CONTENT_TYPE,
          Map.of(),
          out -> metricsFormat.write(out, metrics));
    }
    Matcher report = REPORT.matcher(request.path());
    if (report.matches()) {
      return report(Long.parseLong(report.group(1)), report.group(2));
    }
    return HttpAnswer.text(
        404, "there is nothing here, expected /metrics or /processes/PID/report.SUFFIX");
  }

  private HttpAnswer report(long pid, String suffix) {
    ReportFormat format = bySuffix(suffix);
    if (format == null) {
      return HttpAnswer.text(404, "there is no such format, expected one of " + TYPES.keySet());
    }
    ProcessView process = newest(pid);
    if (process == null) {
      return HttpAnswer.text(404, "no ledger of process " + pid + " is watched");
    }
    if (!reports.tryAcquire()) {
      return HttpAnswer.text(503, "other reports are being made, ask again")
          .with("Retry-After", "1");
    }
    try {
      return report(process.ledger(), format);
    } catch (IOException e) {
      return HttpAnswer.text(
          404, VisibleText.of(process.ledger() + " cannot be read: " + e.getMessage()));
    } finally {
      reports.release();
    }
  }

  private static HttpAnswer report(Path ledger, ReportFormat format) throws IOException {
    if (!LedgerListing.fitsInMemory(Files.size(ledger))) {
      return HttpAnswer.text(
          507, ledger + " is too large to be judged here: tt-alloc dump reads it");
    }
    Report report =
        Analysis.of(LedgerReader.read(ledger, Liveness.PROBE), AnalysisOptions.defaults());
    // Complete before the first byte is sent, so that a failure is an answer of its own.
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    format.write(report, content);
    HttpAnswer answer = HttpAnswer.of(200, typeOf(format), content.toByteArray());
    // The page brings a stricter policy in itself, with the hashes of its scripts.
    return format.suffix().equals(".html")
        ? answer.with("Content-Security-Policy", "frame-ancestors 'none'")
        : answer;
  }

  private static String typeOf(ReportFormat format) {
    return TYPES.getOrDefault(format.suffix(), "application/octet-stream");
  }

  private static @Nullable ReportFormat bySuffix(String suffix) {
    for (ReportFormat format : ReportFormats.all()) {
      if (format.suffix().equals(suffix)) {
        return format;
      }
    }
    return null;
  }

  private @Nullable ProcessView newest(long pid) {
    // Running ones come first, and then those that started last.
    for (ProcessView process : state.get().processes()) {
      if (process.pid() == pid) {
        return process;
      }
    }
    return null;
  }
}
