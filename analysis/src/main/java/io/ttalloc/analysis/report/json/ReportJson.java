package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.Suppressed;
import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.facts.ThreadKind;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.report.DoubtText;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.MarkRow;
import io.ttalloc.analysis.report.MisuseWords;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a report as the members of a JSON object, schema {@code tt-alloc/1}, for the file and for
 * the HTML page. Keys may be added; readers ignore keys that they do not know.
 */
public final class ReportJson {
  private final Report report;
  private final JsonWriter json;
  private final StackWriter stacks;

  private ReportJson(Report report, JsonWriter json, StackWriter stacks) {
    this.report = report;
    this.json = json;
    this.stacks = stacks;
  }

  /** Writes one stack as a value. */
  public interface StackWriter {
    void write(JsonWriter json, List<Frame> stack) throws IOException;
  }

  /** Writes all members into the current object. */
  public static void write(Report report, JsonWriter json, StackWriter stacks) throws IOException {
    ReportJson members = new ReportJson(report, json, stacks);
    json.name("schema").value(RecordedReport.SCHEMA);
    members.process();
    members.summary();
    members.totals();
    JsonText.objects(json, "devices", report.memory().devices(), members::device);
    JsonText.objects(json, "marks", report.markRows(), members::mark);
    JsonText.objects(json, "lifetimes", report.history().lifetimes(), members::lifetime);
    members.entries();
    FindingJson findings = new FindingJson(json, stacks);
    JsonText.list(json, "findings", report.findings(), findings::write);
    JsonText.objects(json, "misuse", report.misuse(), members::misuse);
    JsonText.objects(json, "suppressions", report.effects().suppressions(), members::suppression);
    members.baseline();
  }

  private void process() throws IOException {
    ProcessEntry process = report.process();
    json.name("process").beginObject();
    json.name("pid").value(process.pid());
    json.name("startedAt").value(process.startedAt().toString());
    json.name("command").value(process.command());
    json.name("jvm").value(process.jvm());
    json.name("ended").value(process.ended().name().toLowerCase(Locale.ROOT));
    json.name("attachedLate").value(process.attachedLate());
    json.name("capture").value(process.stacksCaptured() ? "full" : "none");
    json.name("confidence").value(report.confidence().level().name());
    JsonText.texts(json, "confidenceReasons", DoubtText.of(report.confidence().doubts()));
    JsonText.texts(json, "notWoven", report.confidence().notWoven());
    json.endObject();
  }

  /** Writes one finding, or the sum of several, as a value. */
  public static void writeFinding(Finding finding, JsonWriter json, StackWriter stacks)
      throws IOException {
    new FindingJson(json, stacks).write(finding);
  }

  /** The numbers of the headline. */
  private void summary() throws IOException {
    json.name("summary").beginObject();
    Headline headline = Headline.of(report);
    json.name("headline").value(headline.text());
    json.name("judgement").value(headline.judgement().name());
    json.name("leaks").value(report.leaks());
    json.name("failures").value(report.failures());
    json.name("entries").value(report.entries().size());
    json.name("suppressed").value(report.suppressed());
    json.name("misuse").value(report.misuse().size());
    json.endObject();
  }

  private void entries() throws IOException {
    json.name("entries").beginArray();
    EntryJson entries = new EntryJson(report, json, stacks);
    for (int i = 0; i < report.entries().size(); i++) {
      entries.write(report.entries().get(i), i + 1);
    }
    json.endArray();
  }

  private void totals() throws IOException {
    Totals totals = report.totals();
    json.name("totals").beginObject();
    json.name("opened").value(totals.opened());
    json.name("closed").value(totals.closed());
    json.name("disowned").value(totals.disowned());
    json.name("live").value(totals.live());
    json.name("liveBytes").value(totals.use().bytes());
    json.name("handles").value(totals.handles());
    json.name("handleBytes").value(totals.use().handleBytes());
    json.name("dropped").value(totals.dropped());
    json.name("unknownCloses").value(report.unlisted().unknownCloses());
    json.name("unattributedBytes").value(totals.unexplained().unattributedBytes());
    json.name("vanishedBytes").value(totals.unexplained().vanishedBytes());
    // These open containers are in no finding; they are shown only as owners of the resources in
    // findings.
    json.name("containers").beginObject();
    for (Map.Entry<String, Long> type : report.unlisted().containers().entrySet()) {
      json.name(type.getKey()).value(type.getValue());
    }
    json.endObject();
    threads();
    json.endObject();
  }

  private void threads() throws IOException {
    if (report.unlisted().threads().isEmpty()) {
      return;
    }
    json.name("threads").beginObject();
    for (ThreadKind kind : report.unlisted().threads()) {
      json.name(kind.task()).value(kind.count());
    }
    json.endObject();
  }

  private void device(DeviceRow row) throws IOException {
    json.name("device").value(row.device());
    json.name("space").value(row.space());
    json.name("live").value(row.use().regions());
    json.name("liveBytes").value(row.use().bytes());
    json.name("handles").value(row.use().handles());
    json.name("handleBytes").value(row.use().handleBytes());
    json.name("distinctBytes").value(row.distinctBytes());
    json.name("peakBytes").value(row.peakBytes());
    json.name("opened").value(row.opened());
    json.name("closed").value(row.closed());
    allocator(row.allocator());
    json.name("unattributedBytes").value(row.unexplained().unattributedBytes());
    json.name("vanishedBytes").value(row.unexplained().vanishedBytes());
  }

  private void allocator(DeviceRow.@Nullable Allocator allocator) throws IOException {
    json.name("allocatorBytes");
    if (allocator == null) {
      json.nullValue();
      return;
    }
    json.value(allocator.allocatedBytes());
    if (allocator.freeBytes() >= 0) {
      json.name("allocatorFreeBytes").value(allocator.freeBytes());
    }
    if (allocator.largestFreeBytes() >= 0) {
      json.name("allocatorLargestFreeBytes").value(allocator.largestFreeBytes());
    }
  }

  private void mark(MarkRow row) throws IOException {
    json.name("name").value(row.mark().name());
    json.name("at").value(row.mark().at().toString());
    MarkRow.Left left = row.left();
    json.name("left").value(left == null ? null : (Long) left.count());
    json.name("leftBytes").value(left == null ? null : (Long) left.bytes());
    json.name("residentBytes").value(row.residentBytes());
  }

  private void lifetime(Lifetime lifetime) throws IOException {
    json.name("type").value(lifetime.type());
    json.name("site").value(lifetime.site());
    json.name("count").value(lifetime.count());
    json.name("p50Nanos").value(lifetime.p50Nanos());
    json.name("p90Nanos").value(lifetime.p90Nanos());
    json.name("p99Nanos").value(lifetime.p99Nanos());
    json.name("maxNanos").value(lifetime.maxNanos());
  }

  private void suppression(Suppressed.Use use) throws IOException {
    LocalDate expires = use.suppression().expires();
    json.name("reason").value(use.suppression().reason());
    json.name("at").value(use.suppression().position().toString());
    json.name("status").value(use.status().name());
    json.name("findings").value(use.findings());
    json.name("growing").value(use.growing());
    json.name("count").value(use.count());
    json.name("bytes").value(use.bytes());
    json.name("maxCount").value(use.suppression().maxCount());
    json.name("maxBytes").value(use.suppression().maxBytes());
    json.name("expires").value(expires == null ? null : expires.toString());
  }

  private void baseline() throws IOException {
    List<RecordedFinding> gone = report.effects().gone();
    json.name("baseline");
    if (gone == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("new").value(report.marked(Baselined.NEW));
    json.name("known").value(report.marked(Baselined.KNOWN));
    JsonText.objects(json, "gone", gone, this::gone);
    json.endObject();
  }

  private void gone(RecordedFinding one) throws IOException {
    json.name("fingerprint").value(one.fingerprint());
    json.name("type").value(one.type());
    json.name("class").value(one.className());
    json.name("site").value(one.site());
    json.name("count").value(one.count());
    json.name("bytes").value(one.bytes());
  }

  private void misuse(Misuse wrong) throws IOException {
    MisuseEntry misuse = wrong.entry();
    json.name("kind").value(misuse.kind().name());
    json.name("type").value(misuse.type().name());
    json.name("class").value(misuse.type().className());
    json.name("count").value(misuse.count());
    json.name("detail").value(misuse.detail());
    JsonText.texts(json, "labels", misuse.label() == null ? List.of() : List.of(misuse.label()));
    json.name("moreLabels").value(misuse.moreLabels());
    json.name("fix").value(MisuseWords.fix(wrong));
    json.name("first");
    stacks.write(json, misuse.first());
    json.name("second");
    stacks.write(json, misuse.second());
  }
}
