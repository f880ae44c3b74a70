package io.ttalloc.heap.report;

import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link HeapReportJson} writes; ignores keys that it does not know. */
final class HeapReportReader {
  private final JsonReader json;
  private final String format;

  HeapReportReader(JsonReader json, String format) {
    this.json = json;
    this.format = format;
  }

  HeapReport read() throws IOException {
    String found = "";
    long takenMillis = 0;
    long clockBaseNanos = 0;
    long objects = 0;
    List<HeldResource> resources = new ArrayList<>();
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "format" -> found = json.nextString();
        case "takenMillis" -> takenMillis = json.nextLong();
        case "clockBaseNanos" -> clockBaseNanos = json.nextLong();
        case "objects" -> objects = json.nextLong();
        case "resources" -> readAll(resources, this::resource);
        default -> json.skipValue();
      }
    }
    json.endObject();
    if (!found.equals(format)) {
      throw new IOException(
          "not a heap report: its format is \"" + found + "\", expected \"" + format + "\"");
    }
    return new HeapReport(takenMillis, clockBaseNanos, objects, resources);
  }

  /** Reads an element of an array. */
  private interface Element<T> {
    T read() throws IOException;
  }

  private <T> void readAll(List<T> into, Element<T> element) throws IOException {
    json.beginArray();
    while (json.hasNext()) {
      into.add(element.read());
    }
    json.endArray();
  }

  private HeldResource resource() throws IOException {
    Map<String, String> values = new HashMap<>();
    PathRoot root = null;
    List<PathLink> links = new ArrayList<>();
    boolean lasts = false;
    HeldBy heldBy = null;
    json.beginObject();
    while (json.hasNext()) {
      String key = json.nextName();
      switch (key) {
        case "slot", "tally", "state", "object", "type", "ownBytes", "reach" ->
            values.put(key, json.nextString());
        case "root" -> root = root();
        case "links" -> readAll(links, this::link);
        case "lasts" -> lasts = json.nextBoolean();
        case "heldBy" -> heldBy = heldBy();
        default -> json.skipValue();
      }
    }
    json.endObject();
    return new HeldResource(
        Integer.parseInt(value(values, "slot")),
        Integer.parseInt(value(values, "tally")),
        HeldResource.State.valueOf(value(values, "state")),
        Long.parseUnsignedLong(value(values, "object"), 16),
        value(values, "type"),
        Long.parseLong(value(values, "ownBytes")),
        Reach.valueOf(value(values, "reach")),
        root == null ? null : new ReferencePath(root, links),
        lasts,
        heldBy);
  }

  private HeldBy heldBy() throws IOException {
    Map<String, String> values = new HashMap<>();
    json.beginObject();
    while (json.hasNext()) {
      values.put(json.nextName(), json.nextString());
    }
    json.endObject();
    return new HeldBy(
        value(values, "type"),
        Long.parseUnsignedLong(value(values, "object"), 16),
        Integer.parseInt(value(values, "slot")),
        value(values, "entry"));
  }

  private PathRoot root() throws IOException {
    Map<String, String> values = new HashMap<>();
    json.beginObject();
    while (json.hasNext()) {
      values.put(json.nextName(), json.nextString());
    }
    json.endObject();
    return new PathRoot(
        PathRoot.Kind.valueOf(value(values, "kind")),
        value(values, "type"),
        value(values, "name"),
        value(values, "thread"),
        value(values, "frame"));
  }

  private PathLink link() throws IOException {
    json.beginArray();
    PathLink link =
        new PathLink(
            PathLink.Kind.valueOf(json.nextString()),
            json.nextString(),
            json.nextString(),
            json.nextInt());
    json.endArray();
    return link;
  }

  private static String value(Map<String, String> values, String key) {
    @Nullable String value = values.get(key);
    if (value == null) {
      throw new IllegalStateException("it lacks \"" + key + "\"");
    }
    return value;
  }
}
