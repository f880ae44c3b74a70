package io.ttalloc.monitor.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.stream.JsonWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.report.profile.PprofFormat;
import io.ttalloc.analysis.wording.JsonText;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.monitor.ledgers.LedgerListing;
import io.ttalloc.monitor.ledgers.ProcessState;
import io.ttalloc.monitor.live.MachineState;
import io.ttalloc.monitor.live.ProcessView;
import io.ttalloc.monitor.metrics.MachineMetrics;
import io.ttalloc.monitor.natives.NativeJson;
import io.ttalloc.monitor.natives.NativeState;
import io.ttalloc.monitor.natives.SocketProcesses;
import io.ttalloc.monitor.socket.accounting.AllocationSnapshot;
import io.ttalloc.yaml.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private final Supplier<AllocationSnapshot> nativeProcesses;
  private final Supplier<NativeState> regions;

  MonitorAnswers(
      Supplier<MachineState> state,
      Supplier<AllocationSnapshot> nativeProcesses,
      Supplier<NativeState> regions) {
    this.state = state;
    this.nativeProcesses = nativeProcesses;
    this.regions = regions;
  }

  @Override
  public HttpAnswer apply(Request request) {
    if (request.path().equals("/metrics")) {
      MetricSnapshots metrics =
          MachineMetrics.of(state.get(), nativeProcesses.get(), regions.get());
      return new HttpAnswer(
          200,
          PrometheusTextFormatWriter.CONTENT_TYPE,
          Map.of(),
          out -> metricsFormat.write(out, metrics));
    }
    if (request.path().equals("/api/native")) {
      NativeState natives = SocketProcesses.of(nativeProcesses.get()).with(regions.get());
      return new HttpAnswer(200, "application/json", Map.of(), out -> write(natives, out));
    }
    if (request.path().equals("/debug/pprof/inuse")) {
      return profile(request, PprofFormat.INUSE_SPACE);
    }
    if (request.path().equals("/debug/pprof/allocs")) {
      return profile(request, PprofFormat.ALLOC_SPACE);
    }
    Matcher report = REPORT.matcher(request.path());
    if (report.matches()) {
      return report(Long.parseLong(report.group(1)), report.group(2));
    }
    return HttpAnswer.text(
        404,
        "there is nothing here, expected /metrics, /api/native, /debug/pprof/inuse,"
            + " /debug/pprof/allocs or /processes/PID/report.SUFFIX");
  }

  private static void write(NativeState natives, OutputStream out) throws IOException {
    JsonWriter json = JsonText.exact(new OutputStreamWriter(out, UTF_8));
    NativeJson.write(json, natives);
    json.flush();
  }

  private HttpAnswer report(long pid, String suffix) {
    ReportFormat format = bySuffix(suffix);
    if (format == null) {
      return HttpAnswer.text(404, "there is no such format, expected one of " + TYPES.keySet());
    }
    ProcessView process = newest(pid);
    if (process == null) {
      return notWatched(Long.toString(pid));
    }
    return analysed(
        List.of(process),
        (reports, content) -> format.write(reports.get(0), content),
        format.suffix());
  }

  /** The profile of one process, or of all that run. */
  private HttpAnswer profile(Request request, String defaultType) {
    String pid = request.query().get("pid");
    List<ProcessView> processes = new ArrayList<>();
    for (ProcessView process : state.get().processes()) {
      boolean meant =
          pid == null
              ? process.state() == ProcessState.RUNNING
              : processes.isEmpty() && pid.equals(Long.toString(process.pid()));
      if (meant && !process.deleted()) {
        processes.add(process);
      }
    }
    if (pid != null && processes.isEmpty()) {
      return notWatched(VisibleText.of(pid));
    }
    return analysed(
        processes,
        (reports, content) -> PprofFormat.write(reports, defaultType, content),
        ".pb.gz");
  }

  private static HttpAnswer notWatched(String pid) {
    return HttpAnswer.text(404, "no ledger of process " + pid + " is watched");
  }

  /** Writes reports. */
  private interface Writing {
    void write(List<Report> reports, OutputStream out) throws IOException;
  }

  private HttpAnswer analysed(List<ProcessView> processes, Writing writing, String suffix) {
    if (!reports.tryAcquire()) {
      return HttpAnswer.text(503, "other reports are being made, ask again")
          .with("Retry-After", "1");
    }
    try {
      List<Report> made = new ArrayList<>();
      for (ProcessView process : processes) {
        Path ledger = process.ledger();
        if (LedgerListing.fitsInMemory(Files.size(ledger))) {
          made.add(
              Analysis.of(LedgerReader.read(ledger, Liveness.PROBE), AnalysisOptions.defaults()));
        } else if (processes.size() == 1) {
          return HttpAnswer.text(
              507, ledger + " is too large to be judged here: tt-alloc dump reads it");
        }
      }
      // Complete before the first byte is sent, so that a failure is an answer of its own.
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      writing.write(made, content);
      HttpAnswer answer =
          HttpAnswer.of(
              200, TYPES.getOrDefault(suffix, "application/octet-stream"), content.toByteArray());
      // The page brings a stricter policy in itself, with the hashes of its scripts.
      return suffix.equals(".html")
          ? answer.with("Content-Security-Policy", "frame-ancestors 'none'")
          : answer;
    } catch (IOException e) {
      return HttpAnswer.text(404, VisibleText.of("a ledger cannot be read: " + e.getMessage()));
    } finally {
      reports.release();
    }
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
