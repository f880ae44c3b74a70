package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.text.TextFormat;
import io.ttalloc.analysis.snapshot.Opened;
import io.ttalloc.analysis.snapshot.Totals;
import io.ttalloc.analysis.wording.Program;
import io.ttalloc.ledger.read.Mark;
import io.ttalloc.ledger.read.MisuseEntry;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the page draws, as JSON that is safe inside HTML. Written once. */
final class PageData {
  private final Report report;
  private final StackTable stacks = new StackTable();
  private final Map<Integer, Integer> stackOfTally = new HashMap<>();

  PageData(Report report) {
    this.report = report;
  }

  void write(Writer writer) throws IOException {
    JsonWriter json = new JsonWriter(writer);
    // Escapes < > & = ' so that no name can end the element that this stands in.
    json.setHtmlSafe(true);
    json.beginObject();
    json.name("headline").value(TextFormat.headline(report));
    json.name("state").value(report.isClean() ? "clean" : report.leaks() > 0 ? "leak" : "open");
    process(json);
    totals(json);
    devices(json);
    marks(json);
    opened(json);
    findings(json);
    misuse(json);
    new ChartData(json, stackOfTally).write(report);
    stacks.write(json);
    json.endObject();
    json.flush();
  }

  private void process(JsonWriter json) throws IOException {
    ProcessEntry process = report.process();
    json.name("process").beginObject();
    json.name("pid").value(process.pid());
    json.name("program").value(Program.of(process.command()));
    json.name("command").value(process.command());
    json.name("jvm").value(process.jvm());
    json.name("startedAt").value(process.startedAt().toString());
    json.name("nanos").value(process.ageNanos());
    json.name("ended").value(process.ended().name().toLowerCase(Locale.ROOT));
    json.name("confidence").value(report.confidence().level().name());
    json.name("reasons");
    texts(json, report.confidence().reasons());
    json.endObject();
  }

  private void totals(JsonWriter json) throws IOException {
    Totals totals = report.totals();
    json.name("totals").beginObject();
    json.name("opened").value(totals.opened());
    json.name("closed").value(totals.closed());
    json.name("regions").value(totals.regions());
    json.name("liveBytes").value(totals.liveBytes());
    json.name("handles").value(totals.handles());
    json.name("handleBytes").value(totals.handleBytes());
    json.name("things").value(totals.things());
    json.name("dropped").value(totals.dropped());
    json.name("unattributed").value(totals.unattributedBytes());
    json.name("vanished").value(totals.vanishedBytes());
    json.name("allocatorAsked").value(report.allocatorAsked());
    json.name("leaks").value(report.leaks());
    json.name("entries").value(TextFormat.entries(report));
    json.name("policy");
    texts(json, TextFormat.policy(report));
    json.endObject();
  }

  private void devices(JsonWriter json) throws IOException {
    json.name("devices").beginArray();
    for (DeviceRow row : report.devices()) {
      json.beginObject();
      json.name("device").value(row.device());
      json.name("space").value(row.space());
      json.name("live").value(row.live());
      json.name("bytes").value(row.liveBytes());
      json.name("handles").value(row.handles());
      json.name("handleBytes").value(row.handleBytes());
      json.name("peak").value(row.peakBytes());
      json.name("allocator").value(row.allocatorBytes());
      json.endObject();
    }
    json.endArray();
  }

  private void marks(JsonWriter json) throws IOException {
    json.name("marks").beginArray();
    for (Mark mark : report.marks()) {
      json.beginArray().value(mark.name()).value(mark.atNanos()).endArray();
    }
    json.endArray();
  }

  private void opened(JsonWriter json) throws IOException {
    json.name("opened").beginArray();
    for (Opened opened : report.opened()) {
      int stack = stacks.index(opened.stack());
      stackOfTally.put(opened.tally(), stack);
      json.beginArray();
      json.value(stack).value(opened.type().name()).value(opened.opened()).value(opened.closed());
      json.endArray();
    }
    json.endArray();
  }

  private void findings(JsonWriter json) throws IOException {
    FindingData data = new FindingData(json, stacks);
    json.name("findings").beginArray();
    for (Finding finding : report.findings()) {
      data.write(finding);
    }
    json.endArray();
  }

  private void misuse(JsonWriter json) throws IOException {
    json.name("misuse").beginArray();
    for (Misuse wrong : report.misuse()) {
      MisuseEntry misuse = wrong.entry();
      json.beginObject();
      json.name("kind").value(misuse.kind().name());
      json.name("type").value(misuse.type().name());
      json.name("count").value(misuse.count());
      json.name("detail").value(misuse.detail());
      json.name("fix").value(wrong.fix());
      json.name("earlier").value(wrong.earlier());
      json.name("first").value(stacks.index(misuse.first()));
      json.name("yourFirst").value(wrong.yourFirst());
      json.name("wrong").value(wrong.wrong());
      json.name("second").value(stacks.index(misuse.second()));
      json.name("yourSecond").value(wrong.yourSecond());
      json.endObject();
    }
    json.endArray();
  }

  static void texts(JsonWriter json, List<String> texts) throws IOException {
    json.beginArray();
    for (String text : texts) {
      json.value(text);
    }
    json.endArray();
  }
}
