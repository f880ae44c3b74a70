package io.ttalloc.serve;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.report.profile.PprofFormat;
import io.ttalloc.serve.page.PageFile;
import io.ttalloc.serve.page.PageFiles;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ledgers.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers requests: the web page and its API, metrics, and reports on single processes in every
 * format. Thread-safe.
 */
final class MonitorAnswers implements Function<Request, HttpAnswer> {
  private static final Pattern REPORT = Pattern.compile("/processes/([0-9]{1,18})/report(\\..+)");

  private final PrometheusTextFormatWriter metricsFormat = PrometheusTextFormatWriter.create();
  private final Supplier<MachineState> state;
  private final Supplier<MetricSnapshots> metrics;
  private final PageFiles page;
  private final JudgedReports reports;
  private final ApiAnswers api;

  MonitorAnswers(
      Supplier<MachineState> state,
      Supplier<MetricSnapshots> metrics,
      PageFiles page,
      JudgedReports reports,
      ApiAnswers api) {
    this.state = state;
    this.metrics = metrics;
    this.page = page;
    this.reports = reports;
    this.api = api;
  }

  @Override
  public HttpAnswer apply(Request request) {
    if (request.path().equals("/metrics")) {
      MetricSnapshots now = metrics.get();
      return new HttpAnswer(
          200,
          PrometheusTextFormatWriter.CONTENT_TYPE,
          Map.of(),
          out -> metricsFormat.write(out, now));
    }
    if (request.path().equals("/debug/pprof/inuse")) {
      return profile(request, PprofFormat.INUSE_SPACE);
    }
    if (request.path().equals("/debug/pprof/allocs")) {
      return profile(request, PprofFormat.ALLOC_SPACE);
    }
    if (request.path().startsWith(ApiAnswers.PREFIX)) {
      return api.apply(request);
    }
    PageFile file = page.at(request.path());
    if (file != null) {
      return HttpAnswer.of(200, file.contentType(), file.content())
          .with("Content-Security-Policy", PageFiles.POLICY);
    }
    Matcher report = REPORT.matcher(request.path());
    if (report.matches()) {
      return report(Long.parseLong(report.group(1)), report.group(2), request);
    }
    return HttpAnswer.text(
        404,
        "unknown path, expected /, /metrics, /debug/pprof/inuse, /debug/pprof/allocs,"
            + " /processes/PID/report.SUFFIX, /api/state, /api/events or /api/native");
  }

  private HttpAnswer report(long pid, String suffix, Request request) {
    List<ReportFormat> formats = ReportFormats.all();
    ReportFormat format =
        formats.stream().filter(each -> each.suffix().equals(suffix)).findFirst().orElse(null);
    if (format == null) {
      List<String> known = formats.stream().map(ReportFormat::suffix).toList();
      return HttpAnswer.text(404, "unknown format, expected one of " + known);
    }
    ProcessView process = state.get().process(pid, request.query().get("started"));
    if (process == null) {
      return HttpAnswer.notWatched(Long.toString(pid));
    }
    HttpAnswer answer =
        reports.answer(
            List.of(process),
            AnalysisOptions.defaults().listing(format.listsResources()),
            contentType(suffix),
            (made, content) -> format.write(made.get(0), content));
    // The HTML report itself contains a stricter policy, with the hashes of its scripts.
    return suffix.equals(".html") && answer.status() == 200
        ? answer.with("Content-Security-Policy", "frame-ancestors 'none'")
        : answer;
  }

  /** Returns the profile of one process, or of all running processes. */
  private HttpAnswer profile(Request request, String defaultType) {
    String pid = request.query().get("pid");
    List<ProcessView> processes = new ArrayList<>();
    for (ProcessView process : state.get().processes()) {
      boolean requested =
          pid == null
              ? process.state() == ProcessState.RUNNING
              : processes.isEmpty() && pid.equals(Long.toString(process.pid()));
      if (requested && !process.deleted()) {
        processes.add(process);
      }
    }
    if (pid != null && processes.isEmpty()) {
      return HttpAnswer.notWatched(VisibleText.of(pid));
    }
    return reports.answer(
        processes,
        "application/octet-stream",
        (made, content) -> PprofFormat.write(made, defaultType, content));
  }

  private static String contentType(String suffix) {
    return switch (suffix) {
      case ".txt", ".collapsed", ".hlog" -> HttpAnswer.TEXT;
      case ".json", ".speedscope.json" -> "application/json";
      case ".html" -> "text/html; charset=utf-8";
      case ".md" -> "text/markdown; charset=utf-8";
      case ".sarif" -> "application/sarif+json";
      case ".junit.xml" -> "application/xml";
      default -> "application/octet-stream";
    };
  }
}
