package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.html.PageParts;
import io.ttalloc.analysis.report.json.ComparisonJson;
import io.ttalloc.text.JsonText;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineStateJson;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.natives.NativeJson;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers the requests below {@code /api/}, from programs and from the web page: the state of the
 * machine, once or whenever it changes, and reports on single processes, which can be stored and
 * compared. Thread-safe.
 */
final class ApiAnswers {
  static final String PREFIX = "/api/";

  private static final Pattern PROCESS =
      Pattern.compile("/api/processes/([0-9]{1,18})/(page|snapshot|diff)");
  private static final String JSON = "application/json";

  /** The maximum number of sites per process; limited because a state is sent twice a second. */
  static final int MAX_SITES = 10;

  private static final int MAX_SNAPSHOTS = 64;
  private static final long MAX_FINDINGS = 200_000;

  private final KeptSnapshots snapshots = new KeptSnapshots(MAX_SNAPSHOTS, MAX_FINDINGS);
  private final EventFeed feed = new EventFeed(System::nanoTime);
  private final List<Path> folders;
  private final Supplier<MachineState> state;
  private final Supplier<NativeState> natives;
  private final JudgedReports reports;
  private final InstantSource clock;

  /**
   * Creates the answers.
   *
   * @param folders the directories of the ledgers
   * @param natives returns what native processes have allocated
   */
  ApiAnswers(
      List<Path> folders,
      Supplier<MachineState> state,
      Supplier<NativeState> natives,
      JudgedReports reports,
      InstantSource clock) {
    this.folders = List.copyOf(folders);
    this.state = state;
    this.natives = natives;
    this.reports = reports;
    this.clock = clock;
  }

  /** Sends a new state to the listeners. */
  void publish(MachineState latest) {
    feed.publish(() -> JsonParser.parseString(json(latest)).getAsJsonObject());
  }

  /** Returns the answer to a request whose path begins with {@link #PREFIX}. */
  HttpAnswer apply(Request request) {
    if (request.path().equals("/api/state")) {
      return HttpAnswer.of(200, JSON, json(state.get()).getBytes(UTF_8));
    }
    if (request.path().equals("/api/events")) {
      HttpAnswer.Stream events = feed::write;
      return new HttpAnswer(200, "text/event-stream", Map.of(), events);
    }
    if (request.path().equals("/api/native")) {
      NativeState shown = natives.get();
      return new HttpAnswer(200, JSON, Map.of(), out -> write(shown, out));
    }
    Matcher process = PROCESS.matcher(request.path());
    if (process.matches()) {
      long pid = Long.parseLong(process.group(1));
      ProcessView view = state.get().process(pid, request.query().get("started"));
      return view == null
          ? HttpAnswer.notWatched(process.group(1))
          : of(view, process.group(2), request);
    }
    return HttpAnswer.text(
        404,
        "unknown path, expected /api/state, /api/events, /api/native or"
            + " /api/processes/PID/snapshot, /api/processes/PID/diff?since=ID or /api/processes/PID/page");
  }

  private static void write(NativeState natives, OutputStream out) throws IOException {
    JsonWriter json = JsonText.exact(new OutputStreamWriter(out, UTF_8));
    NativeJson.write(json, natives);
    json.flush();
  }

  private String json(MachineState shown) {
    StringWriter text = new StringWriter();
    try {
      MachineStateJson.writeLine(shown, natives.get(), folders, MAX_SITES, text);
    } catch (IOException e) { // a StringWriter never throws this
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private HttpAnswer of(ProcessView view, String what, Request request) {
    if (what.equals("diff")) {
      return diff(view, request.query().getOrDefault("since", ""));
    }
    return what.equals("snapshot")
        ? judged(view, (report, out) -> keep(view.ledger(), report, out))
        : judged(view, PageParts::writeData);
  }

  private HttpAnswer diff(ProcessView view, String id) {
    if (id.isEmpty()) {
      return HttpAnswer.text(
          400, "no 'since' in the query, expected ?since=ID with the id of a snapshot");
    }
    KeptSnapshots.Snapshot since = snapshots.get(view.ledger(), id);
    return since == null
        ? HttpAnswer.text(
            410,
            "no snapshot of process %d with this id is kept, expected the id of one of its latest snapshots"
                .formatted(view.pid()))
        : judged(view, (report, out) -> diff(since, report, out));
  }

  /** Writes an answer from one report. */
  private interface Writing {
    void write(Report report, Writer out) throws IOException;
  }

  private HttpAnswer judged(ProcessView view, Writing writing) {
    return reports.answer(
        List.of(view),
        JSON,
        (made, content) -> {
          Writer out = new OutputStreamWriter(content, UTF_8);
          writing.write(made.get(0), out);
          out.flush();
        });
  }

  private void keep(Path ledger, Report report, Writer out) throws IOException {
    KeptSnapshots.Snapshot kept =
        snapshots.keep(ledger, clock.instant(), RecordedReport.of(report.findings()));
    JsonWriter json = JsonText.shown(out);
    json.beginObject();
    json.name("id").value(kept.id());
    json.name("at").value(kept.at().toString());
    json.name("live").value(report.totals().handles());
    json.name("liveBytes").value(report.totals().use().bytes());
    json.endObject();
    json.flush();
  }

  private void diff(KeptSnapshots.Snapshot since, Report report, Writer out) throws IOException {
    RecordedReport now = RecordedReport.of(report.findings());
    out.write(
        ComparisonJson.of(
            Comparison.of(since.report(), now), since.at().toString(), clock.instant().toString()));
  }
}
