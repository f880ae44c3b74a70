package io.ttalloc.it.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A report in the format {@code tt-alloc/1}. Immutable unless its tree is changed. */
public record JsonReport(JsonObject root) {

  /** Reads a file that the exit dump wrote, and asserts that no hook failed. */
  public static JsonReport read(Path file) throws IOException {
    JsonReport report =
        new JsonReport(JsonParser.parseString(Files.readString(file)).getAsJsonObject());
    assertThat(report.confidenceReasons()).noneMatch(reason -> reason.contains("inside the agent"));
    return report;
  }

  /** The confidence of the report. */
  public String confidence() {
    return root.getAsJsonObject("process").get("confidence").getAsString();
  }

  /** The reasons why the report cannot be fully trusted; empty if it can. */
  public List<String> confidenceReasons() {
    return texts(root.getAsJsonObject("process"), "confidenceReasons");
  }

  /** The confidence reasons except those about Cleaners, which run late on a busy machine. */
  public List<String> lastingReasons() {
    return confidenceReasons().stream().filter(reason -> !reason.startsWith("Cleaners")).toList();
  }

  /** One of the totals. */
  public long total(String name) {
    return root.getAsJsonObject("totals").get(name).getAsLong();
  }

  /** The row of one device and space. */
  public JsonObject device(int device, String space) {
    return objects(root.getAsJsonArray("devices")).stream()
        .filter(row -> row.get("device").getAsInt() == device)
        .filter(row -> row.get("space").getAsString().equals(space))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row of device " + device + ", " + space));
  }

  /** Whether there is a row for the given device and space. */
  public boolean hasDevice(int device, String space) {
    return objects(root.getAsJsonArray("devices")).stream()
        .anyMatch(
            row ->
                row.get("device").getAsInt() == device
                    && row.get("space").getAsString().equals(space));
  }

  /** All findings. */
  public List<JsonObject> findings() {
    return objects(root.getAsJsonArray("findings"));
  }

  /** The findings of one type. */
  public List<JsonObject> findings(String type) {
    return findings().stream().filter(f -> f.get("type").getAsString().equals(type)).toList();
  }

  /** The entries of misuse. */
  public List<JsonObject> misuse() {
    return objects(root.getAsJsonArray("misuse"));
  }

  /** The names of the marks, in order. */
  public List<String> marks() {
    return objects(root.getAsJsonArray("marks")).stream()
        .map(mark -> mark.get("name").getAsString())
        .toList();
  }

  /** An array of numbers or strings, as strings. */
  public static List<String> texts(JsonObject object, String name) {
    List<String> texts = new ArrayList<>();
    for (JsonElement element : object.getAsJsonArray(name)) {
      texts.add(element.getAsString());
    }
    return texts;
  }

  /** An array of stack frames as {@code Class.method(File:line)}, innermost first. */
  public static List<String> frames(JsonObject object, String name) {
    List<String> frames = new ArrayList<>();
    for (JsonObject frame : objects(object.getAsJsonArray(name))) {
      String className = frame.get("class").getAsString();
      frames.add(
          "%s.%s(%s:%d)"
              .formatted(
                  className.substring(className.lastIndexOf('.') + 1),
                  frame.get("method").getAsString(),
                  frame.get("file").getAsString(),
                  frame.get("line").getAsInt()));
    }
    return frames;
  }

  private static List<JsonObject> objects(JsonArray array) {
    List<JsonObject> objects = new ArrayList<>();
    array.forEach(element -> objects.add(element.getAsJsonObject()));
    return objects;
  }
}
