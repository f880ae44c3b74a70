package io.ttalloc.analysis.report.speedscope;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.stacks.LiveStack;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.ledger.read.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The frames of a file, each once; samples name them by their index. Not thread-safe. */
final class FrameTable {
  private static final String NO_CLASS = "";

  private final Map<Frame, Integer> indexes = new LinkedHashMap<>();

  /** The stack as indexes, outermost first: verdict, place, then its frames. */
  List<Integer> indexes(LiveStack stack) {
    List<Integer> sample = new ArrayList<>(stack.frames().size() + 2);
    sample.add(named("[" + stack.verdict().name() + "]"));
    sample.add(named("[" + stack.place() + "]"));
    for (int i = stack.frames().size() - 1; i >= 0; i--) {
      sample.add(index(stack.frames().get(i)));
    }
    if (stack.frames().isEmpty()) {
      sample.add(named(Opening.NO_STACK));
    }
    return sample;
  }

  private Integer named(String name) {
    return index(new Frame(NO_CLASS, name, null, -1));
  }

  private Integer index(Frame frame) {
    return indexes.computeIfAbsent(frame, k -> indexes.size());
  }

  void write(JsonWriter json) throws IOException {
    json.beginArray();
    for (Frame frame : indexes.keySet()) {
      boolean isCall = !frame.className().equals(NO_CLASS);
      json.beginObject();
      json.name("name").value(isCall ? frame.className() + "." + frame.method() : frame.method());
      if (frame.file() != null) {
        json.name("file").value(frame.file());
      }
      if (frame.line() >= 0) {
        json.name("line").value(frame.line());
      }
      json.endObject();
    }
    json.endArray();
  }
}
