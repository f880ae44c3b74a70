package io.ttalloc.analysis.report.profile;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.Index;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.ProgramName;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A file for speedscope with two profiles: open bytes by region, and the number of open resources.
 * With a heap dump there is a third profile: the heap bytes that would be freed.
 *
 * <p>A stack starts with its verdict and its device in brackets. Weights are those of {@link
 * LiveStack}; stacks of weight zero are omitted.
 */
public final class SpeedscopeFormat extends ReportFormat {
  private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

  public SpeedscopeFormat() {
    super("speedscope", ".speedscope.json");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    List<LiveStack> stacks = LiveStack.of(report);
    Index<Frame> frames = new Index<>();
    List<List<Integer>> samples = new ArrayList<>();
    for (LiveStack stack : stacks) {
      samples.add(stack.framesUnderVerdictAndDevice().stream().map(frames::of).toList());
    }
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    JsonWriter json = JsonText.shown(writer);
    String program = ProgramName.of(report.process().command());
    json.beginObject();
    json.name("$schema").value(SCHEMA);
    boolean one = report.process().pid() != ProcessEntry.SEVERAL;
    json.name("name").value(one ? program + ", pid " + report.process().pid() : program);
    json.name("exporter").value("tt-alloc");
    json.name("activeProfileIndex").value(0);
    json.name("shared").beginObject().name("frames");
    write(frames, json);
    json.endObject();
    json.name("profiles").beginArray();
    profile(json, "open bytes", "bytes", stacks, samples, LiveStack::bytes);
    profile(json, "open resources", "none", stacks, samples, LiveStack::count);
    if (LiveStack.knowHeap(stacks)) {
      profile(
          json,
          "heap that would be freed with the resources",
          "bytes",
          stacks,
          samples,
          LiveStack::heapBytes);
    }
    json.endArray().endObject();
    json.flush();
    writer.write('\n');
    writer.flush();
  }

  private static void write(Index<Frame> frames, JsonWriter json) throws IOException {
    json.beginArray();
    for (Frame frame : frames.values()) {
      json.beginObject();
      json.name("name").value(LiveStack.call(frame));
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

  private static void profile(
      JsonWriter json,
      String name,
      String unit,
      List<LiveStack> stacks,
      List<List<Integer>> samples,
      ToLongFunction<LiveStack> weight)
      throws IOException {
    json.beginObject();
    json.name("type").value("sampled");
    json.name("name").value(name);
    json.name("unit").value(unit);
    json.name("startValue").value(0);
    json.name("endValue").value(stacks.stream().mapToLong(weight).sum());
    json.name("samples").beginArray();
    for (int i = 0; i < stacks.size(); i++) {
      if (weight.applyAsLong(stacks.get(i)) > 0) {
        json.beginArray();
        for (Integer frame : samples.get(i)) {
          json.value(frame);
        }
        json.endArray();
      }
    }
    json.endArray();
    json.name("weights").beginArray();
    for (LiveStack stack : stacks) {
      if (weight.applyAsLong(stack) > 0) {
        json.value(weight.applyAsLong(stack));
      }
    }
    json.endArray().endObject();
  }
}
