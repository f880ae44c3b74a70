package io.ttalloc.watch.natives;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of native processes for programs, schema {@value #SCHEMA}, to which keys may be
 * added. {@link NativeJsonReader} reads it.
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
    json.name("processes").beginArray();
    for (NativeProcess process : state.processes()) {
      process(process);
    }
    json.endArray();
    json.name("chips").beginArray();
    for (ChipMemory chip : state.chips()) {
      chip(chip);
    }
    json.endArray();
    json.name("published").value(state.published());
    json.name("forgotten").value(state.forgotten());
    json.name("unaccounted").value(state.unaccounted());
    json.name("problems").beginArray();
    for (String problem : state.problems()) {
      json.value(problem);
    }
    json.endArray();
    json.endObject();
  }

  private void process(NativeProcess process) throws IOException {
    json.beginObject();
    json.name("source").value(process.source().word());
    json.name("pid").value(process.pid());
    json.name("program").value(process.program());
    json.name("state").value(process.state());
    json.name("live").value(process.live());
    json.name("bytes").value(process.bytes());
    json.name("allocatedTwice").value(process.allocatedTwice());
    json.name("unknownFrees").value(process.unknownFrees());
    json.name("memory").beginArray();
    for (NativeMemory part : process.memory()) {
      json.beginObject();
      place(part.chip(), part.device(), part.space());
      json.name("live").value(part.live());
      json.name("bytes").value(part.bytes());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private void chip(ChipMemory chip) throws IOException {
    json.beginObject();
    json.name("source").value(chip.source().word());
    place(chip.chip(), chip.device(), chip.space());
    json.name("remote").value(chip.remote());
    json.name("bytes").value(chip.bytes());
    json.name("capacityBytes").value(chip.capacityBytes());
    json.endObject();
  }

  private void place(@Nullable String chip, long device, String space) throws IOException {
    json.name("chip").value(chip);
    json.name("device").value(device);
    json.name("space").value(space);
  }
}
