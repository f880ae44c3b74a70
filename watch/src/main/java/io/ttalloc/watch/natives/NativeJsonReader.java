package io.ttalloc.watch.natives;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of {@link NativeJson} from an untrusted source: any value that is missing, of
 * the wrong type, out of range or too long is an error; unknown keys are ignored; invisible
 * characters in strings are escaped.
 */
final class NativeJsonReader {
  private static final int MAX_PROCESSES = 4_096;
  private static final int MAX_PARTS = 65_536;
  private static final int MAX_PROBLEMS = 100;
  private static final int MAX_TEXT_LENGTH = 1_000;

  /** The largest device number, which is an unsigned 32-bit integer. */
  private static final long LAST_DEVICE = 0xffff_ffffL;

  private NativeJsonReader() {}

  /**
   * Reads one object.
   *
   * @throws IOException if the text is not the output of {@link NativeJson}; the message says what
   *     was found and what was expected
   */
  static NativeState read(String text) throws IOException {
    try {
      JsonElement root = JsonParser.parseString(text);
      if (!root.isJsonObject()) {
        throw new IOException("is not a JSON object");
      }
      JsonObject object = root.getAsJsonObject();
      JsonElement schema = object.get("schema");
      if (schema == null || !schema.isJsonPrimitive()) {
        throw new IOException("has no schema, expected " + NativeJson.SCHEMA);
      }
      if (!schema.getAsString().equals(NativeJson.SCHEMA)) {
        throw new IOException(
            "has the schema %s, expected %s".formatted(shown(schema), NativeJson.SCHEMA));
      }
      return state(object);
    } catch (JsonParseException | IllegalStateException | UnsupportedOperationException e) {
      throw new IOException("cannot be read as JSON: " + VisibleText.of(cut(e.toString())), e);
    }
  }

  private static NativeState state(JsonObject object) throws IOException {
    List<NativeProcess> processes = new ArrayList<>();
    for (JsonElement each : array(object, "processes", MAX_PROCESSES)) {
      processes.add(process(each.getAsJsonObject()));
    }
    processes.sort(NativeProcess.IN_ORDER);
    List<ChipMemory> chips = new ArrayList<>();
    for (JsonElement each : array(object, "chips", MAX_PARTS)) {
      chips.add(chip(each.getAsJsonObject()));
    }
    List<String> problems = new ArrayList<>();
    for (JsonElement each : array(object, "problems", MAX_PROBLEMS)) {
      problems.add(VisibleText.of(cut(each.getAsString())));
    }
    return new NativeState(
        processes,
        chips,
        count(object, "published"),
        count(object, "forgotten"),
        count(object, "unaccounted"),
        problems);
  }

  private static NativeProcess process(JsonObject object) throws IOException {
    List<NativeMemory> memory = new ArrayList<>();
    for (JsonElement each : array(object, "memory", MAX_PARTS)) {
      JsonObject part = each.getAsJsonObject();
      memory.add(
          new NativeMemory(
              isNull(part, "chip") ? null : text(part, "chip"),
              number(part, "device", LAST_DEVICE),
              text(part, "space"),
              isNull(part, "live") ? null : (Long) count(part, "live"),
              count(part, "bytes")));
    }
    String state = text(object, "state");
    if (!state.equals("running") && !state.equals("ended")) {
      throw new IOException("has a process with state " + state + ", expected running or ended");
    }
    return new NativeProcess(
        source(object),
        (int) number(object, "pid", Integer.MAX_VALUE),
        text(object, "program"),
        state.equals("ended"),
        isNull(object, "allocatedTwice") ? null : (Long) count(object, "allocatedTwice"),
        isNull(object, "unknownFrees") ? null : (Long) count(object, "unknownFrees"),
        memory);
  }

  private static ChipMemory chip(JsonObject object) throws IOException {
    return new ChipMemory(
        source(object),
        isNull(object, "chip") ? null : text(object, "chip"),
        number(object, "device", LAST_DEVICE),
        value(object, "remote", JsonElement::getAsBoolean),
        text(object, "space"),
        count(object, "bytes"),
        isNull(object, "capacityBytes") ? null : (Long) count(object, "capacityBytes"));
  }

  private static NativeSource source(JsonObject object) throws IOException {
    String word = text(object, "source");
    NativeSource source = NativeSource.of(word);
    if (source == null) {
      throw new IOException("has an object with source " + word + ", expected socket or region");
    }
    return source;
  }

  private static JsonArray array(JsonObject object, String name, int max) throws IOException {
    JsonArray array = value(object, name, JsonElement::getAsJsonArray);
    if (array.size() > max) {
      throw new IOException("has %d %s, expected at most %d".formatted(array.size(), name, max));
    }
    return array;
  }

  private static long count(JsonObject object, String name) throws IOException {
    return number(object, name, Long.MAX_VALUE);
  }

  private static long number(JsonObject object, String name, long max) throws IOException {
    long number;
    try {
      number = value(object, name, JsonElement::getAsLong);
    } catch (NumberFormatException e) {
      throw new IOException(
          "has %s %s, expected a number".formatted(name, shown(object.get(name))), e);
    }
    if (number < 0 || number > max) {
      throw new IOException("has %s %d, expected 0 to %d".formatted(name, number, max));
    }
    return number;
  }

  private static String text(JsonObject object, String name) throws IOException {
    return VisibleText.of(cut(value(object, name, JsonElement::getAsString)));
  }

  private static boolean isNull(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value != null && value.isJsonNull();
  }

  private static <T> T value(JsonObject object, String name, Function<JsonElement, T> as)
      throws IOException {
    @Nullable JsonElement value = object.get(name);
    if (value == null) {
      throw new IOException("has an object without " + name);
    }
    return as.apply(value);
  }

  private static String shown(JsonElement value) {
    return VisibleText.of(cut(value.toString()));
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "...";
  }
}
