package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.Index;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.io.IOException;
import java.util.List;

/** The stacks of a page and their frames, which the page refers to by number. Not thread-safe. */
final class StackTables {
  private final Index<List<Frame>> stacks = new Index<>();
  private final Index<Frame> frames = new Index<>();

  /** Returns the number of a stack. */
  int of(List<Frame> stack) {
    return stacks.of(stack);
  }

  /**
   * Writes both tables as members of the current JSON object; must be called last, when all stacks
   * have numbers.
   */
  void write(JsonWriter json) throws IOException {
    json.name("stacks").beginArray();
    for (List<Frame> stack : stacks.values()) {
      json.beginArray();
      for (Frame frame : stack) {
        json.value(frames.of(frame));
      }
      json.endArray();
    }
    json.endArray();
    json.name("frames").beginArray();
    for (Frame frame : frames.values()) {
      boolean platform = JavaNames.isPlatform(frame.className());
      json.beginArray();
      json.value(JavaNames.fullCall(frame));
      json.value(JavaNames.source(frame));
      json.value(JavaNames.call(frame));
      json.value(frame.line() < 0 ? "" : ":" + frame.line());
      json.value(platform ? null : JavaNames.packageOf(frame.className()));
      json.endArray();
    }
    json.endArray();
  }
}
