package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.ledger.read.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Frames and stacks, each once; everything else names a stack by its index. Not thread-safe. */
final class StackTable {
  private final Map<Frame, Integer> frames = new LinkedHashMap<>();
  private final Map<List<Frame>, Integer> indexes = new LinkedHashMap<>();
  private final List<List<Integer>> stacks = new ArrayList<>();

  int index(List<Frame> stack) {
    Integer known = indexes.get(stack);
    if (known != null) {
      return known;
    }
    List<Integer> numbers = new ArrayList<>(stack.size());
    for (Frame frame : stack) {
      numbers.add(frames.computeIfAbsent(frame, k -> frames.size()));
    }
    indexes.put(stack, stacks.size());
    stacks.add(numbers);
    return stacks.size() - 1;
  }

  /** To be called when everything that names a stack was written. */
  void write(JsonWriter json) throws IOException {
    json.name("frames").beginArray();
    for (Frame frame : frames.keySet()) {
      json.beginArray();
      json.value(frame.className()).value(frame.method()).value(frame.file()).value(frame.line());
      json.endArray();
    }
    json.endArray();
    json.name("stacks").beginArray();
    for (List<Integer> stack : stacks) {
      json.beginArray();
      for (Integer frame : stack) {
        json.value(frame);
      }
      json.endArray();
    }
    json.endArray();
  }
}
