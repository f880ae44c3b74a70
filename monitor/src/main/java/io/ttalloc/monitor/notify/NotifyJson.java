package io.ttalloc.monitor.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** One event for programs, schema {@value #SCHEMA}, to which keys may be added. */
final class NotifyJson {
  static final String SCHEMA = "tt-alloc-notify/1";

  private NotifyJson() {}

  /**
   * The body of a request.
   *
   * @param host the name of this machine
   */
  static byte[] of(LeakEvent event, String host) {
    StringWriter out = new StringWriter();
    try {
      write(JsonText.exact(out), event, host);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not into memory
    }
    return out.toString().getBytes(UTF_8);
  }

  private static void write(JsonWriter json, LeakEvent event, String host) throws IOException {
    LeakFacts facts = event.facts();
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
    json.name("fingerprint").value(facts.fingerprint());
    json.name("verdict").value(facts.verdict());
    json.name("growing").value(facts.growing());
    json.name("type").value(facts.type());
    json.name("title").value(facts.title());
    json.name("site").value(facts.site());
    json.name("count").value(facts.count());
    json.name("bytes").value(facts.bytes());
    JsonText.texts(json, "why", facts.why());
    json.name("fix").value(facts.fix());
    json.name("openedBy").beginArray();
    for (Frame frame : facts.openedBy()) {
      json.beginObject();
      json.name("class").value(frame.className());
      json.name("method").value(frame.method());
      json.name("file").value(frame.file());
      json.name("line").value(frame.line());
      json.endObject();
    }
    json.endArray();
    json.endObject();
    json.flush();
  }
}
