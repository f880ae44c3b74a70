package io.ttalloc.heap.report;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/** A heap report as JSON, {@code "format": "tt-alloc-heap/1"}. */
public final class HeapReportJson {
  private static final String FORMAT = "tt-alloc-heap/1";

  private HeapReportJson() {}

  /** Writes a report; the writer stays open. */
  public static void write(HeapReport report, Writer to) throws IOException {
    JsonWriter json = new JsonWriter(to);
    json.setIndent(" ");
    json.beginObject();
    json.name("format").value(FORMAT);
    json.name("takenMillis").value(report.takenMillis());
    json.name("clockBaseNanos").value(report.clockBaseNanos());
    json.name("objects").value(report.objects());
    json.name("resources").beginArray();
    for (HeldResource resource : report.resources()) {
      write(resource, json);
    }
    json.endArray();
    json.endObject();
    json.flush();
  }

  private static void write(HeldResource resource, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("slot").value(resource.slot());
    json.name("tally").value(resource.tally());
    json.name("state").value(resource.state().name());
    json.name("object").value(Long.toHexString(resource.objectId()));
    json.name("type").value(resource.type());
    json.name("ownBytes").value(resource.ownBytes());
    json.name("reach").value(resource.reach().name());
    ReferencePath path = resource.path();
    if (path != null) {
      json.name("root");
      write(path.root(), json);
      json.name("links").beginArray();
      for (PathLink link : path.links()) {
        json.beginArray().value(link.kind().name()).value(link.type()).value(link.name());
        json.value(link.times()).endArray();
      }
      json.endArray();
      TellingLink telling = path.telling();
      json.name("telling").beginObject();
      json.name("part").value(telling.part());
      json.name("kind").value(telling.kind().name()).endObject();
    }
    if (resource.lasts()) {
      json.name("lasts").value(true);
    }
    HeldBy heldBy = resource.heldBy();
    if (heldBy != null) {
      write(heldBy, json);
    }
    json.endObject();
  }

  private static void write(HeldBy heldBy, JsonWriter json) throws IOException {
    json.name("heldBy").beginObject();
    json.name("type").value(heldBy.type());
    json.name("object").value(Long.toHexString(heldBy.objectId()));
    json.name("slot").value(heldBy.slot());
    json.name("entry").value(heldBy.entry()).endObject();
  }

  private static void write(PathRoot root, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("kind").value(root.kind().name());
    json.name("type").value(root.type());
    json.name("name").value(root.name());
    json.name("thread").value(root.thread());
    json.name("frame").value(root.frame());
    json.endObject();
  }

  /**
   * Reads a report.
   *
   * @throws IOException if it is not one, or not a complete one
   */
  public static HeapReport read(Reader from) throws IOException {
    try {
      return new HeapReportReader(new JsonReader(from), FORMAT).read();
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new IOException("not a heap report: " + e.getMessage(), e);
    }
  }
}
