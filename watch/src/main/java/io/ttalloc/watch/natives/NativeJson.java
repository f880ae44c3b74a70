package io.ttalloc.watch.natives;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state of native processes as JSON in the schema {@value #SCHEMA}. Later versions may
 * add keys. {@link NativeJsonReader} reads this JSON.
 */
public final class NativeJson {
  static final String SCHEMA = "tt-alloc-native/1";

  private final JsonWriter json;

  private NativeJson(JsonWriter json) {
    this.json = json;
  }

  /** Writes one object. */
  public static void write(JsonWriter json, NativeState state) throws IOException {
    new NativeJson(json).object(state);
  }

  private void object(NativeState state) throws IOException {
    json.beginObject();
    json.name("schema").value(SCHEMA);
    JsonText.objects(json, "processes", state.processes(), this::process);
    JsonText.objects(json, "chips", state.chips(), this::chip);
    json.name("published").value(state.published());
    json.name("forgotten").value(state.forgotten());
    json.name("unaccounted").value(state.unaccounted());
    JsonText.texts(json, "problems", state.problems());
    json.endObject();
  }

  private void process(NativeProcess process) throws IOException {
    json.name("source").value(process.source().word());
    json.name("pid").value(process.pid());
    json.name("program").value(process.program());
    json.name("state").value(process.state());
    json.name("live").value(process.live());
    json.name("bytes").value(process.bytes());
    json.name("allocatedTwice").value(process.allocatedTwice());
    json.name("unknownFrees").value(process.unknownFrees());
    JsonText.objects(json, "memory", process.memory(), this::memory);
  }

  private void memory(NativeMemory part) throws IOException {
    place(part.chip(), part.device(), part.space());
    json.name("live").value(part.live());
    json.name("bytes").value(part.bytes());
  }

  private void chip(ChipMemory chip) throws IOException {
    json.name("source").value(chip.source().word());
    place(chip.chip(), chip.device(), chip.space());
    json.name("remote").value(chip.remote());
    json.name("bytes").value(chip.bytes());
    json.name("capacityBytes").value(chip.capacityBytes());
  }

  private void place(@Nullable String chip, long device, String space) throws IOException {
    json.name("chip").value(chip);
    json.name("device").value(device);
    json.name("space").value(space);
  }
}
