package io.ttalloc.serve.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.CutText;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes an event as JSON in the schema {@value #SCHEMA}. Later versions may add keys. */
final class NotifyJson {
  static final String SCHEMA = "tt-alloc-notify/1";

  private NotifyJson() {}

  /**
   * Returns the body of the HTTP request that reports an event.
   *
   * @param host the name of this machine
   */
  static byte[] of(LeakEvent event, String host) {
    StringWriter out = new StringWriter();
    try {
      write(JsonText.exact(out), event, host);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return out.toString().getBytes(UTF_8);
  }

  private static void write(JsonWriter json, LeakEvent event, String host) throws IOException {
    LeakFacts facts = event.facts();
    RecordedFinding leak = facts.sum();
    LeakEvent.End end = event.end();
    json.beginObject();
    json.name("schema").value(SCHEMA);
    json.name("event").value(end == null ? "leak" : "leak-ended");
    json.name("ended").value(end == null ? null : end.word());
    json.name("id").value(event.id());
    json.name("at").value(event.at().toString());
    json.name("host").value(host);
    json.name("program").value(event.program());
    json.name("pid").value(event.pid());
    json.name("startedAt").value(event.startedAt().toString());
    json.name("state").value(event.state().word());
    json.name("fingerprint").value(leak.fingerprint());
    json.name("verdict").value(facts.verdict());
    json.name("growing").value(facts.growing());
    json.name("type").value(CutText.of(leak.type()));
    json.name("title").value(CutText.of(leak.title().text()));
    json.name("site").value(CutText.of(leak.opener()));
    json.name("count").value(leak.count());
    json.name("bytes").value(leak.bytes());
    JsonText.texts(json, "why", facts.why().stream().map(CutText::of).toList());
    json.name("fix").value(CutText.of(facts.fix()));
    json.name("openedBy").beginArray();
    for (Frame frame : facts.openedBy()) {
      json.beginObject();
      json.name("class").value(CutText.of(frame.className()));
      json.name("method").value(CutText.of(frame.method()));
      String file = frame.file();
      json.name("file").value(file == null ? null : CutText.of(file));
      json.name("line").value(frame.line());
      json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
  }
}
