package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.facts.Lifetime;
import io.ttalloc.analysis.facts.Timeline;
import io.ttalloc.analysis.memory.SpaceLayout;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the data of the charts: openings, timeline, memory layouts and lifetimes. */
final class ChartJson {
  /** The maximum number of rows of lifetimes. */
  private static final int LIFETIMES = 60;

  private final Report report;
  private final JsonWriter json;
  private final StackTables stacks;
  private final Map<Integer, Integer> stackOfTally = new HashMap<>();

  ChartJson(Report report, JsonWriter json, StackTables stacks) {
    this.report = report;
    this.json = json;
    this.stacks = stacks;
  }

  void write() throws IOException {
    json.name("opened").beginArray();
    for (TallyEntry opened : report.history().opened()) {
      int stack = stacks.of(opened.stack());
      stackOfTally.put(opened.id(), stack);
      json.beginArray().value(stack);
      json.value(Numbers.spoken(opened.type().name())).value(opened.opened()).endArray();
    }
    json.endArray();
    JsonText.list(
        json,
        "marks",
        report.history().marks(),
        mark -> json.beginArray().value(mark.name()).value(mark.atNanos()).endArray());
    timeline(report.history().timeline());
    JsonText.list(json, "banks", report.memory().layouts(), this::layout);
    json.name("lifetimes").beginArray();
    List<Lifetime> most =
        report.history().lifetimes().stream()
            .sorted(Comparator.comparingLong(Lifetime::count).reversed())
            .limit(LIFETIMES)
            .toList();
    for (Lifetime lifetime : most) {
      lifetime(lifetime);
    }
    json.endArray();
  }

  private void timeline(Timeline timeline) throws IOException {
    json.name("timeline").beginObject();
    json.name("endNanos").value(timeline.endNanos());
    json.name("completeSinceNanos").value(timeline.completeSinceNanos());
    json.name("omitted").value(timeline.omittedSeries());
    json.name("series").beginArray();
    for (Timeline.Series series : timeline.series()) {
      json.beginObject();
      json.name("device").value(series.device());
      json.name("space").value(series.space());
      json.name("most").beginArray();
      for (Long most : series.maxBytes()) {
        json.value(most);
      }
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }

  /**
   * Writes the layout; the first address is written as text, since numbers in a browser cannot
   * represent all 64-bit values.
   */
  private void layout(SpaceLayout layout) throws IOException {
    long base = layout.spans().get(0).start();
    String space = layout.deviceSpace().space() == null ? "memory" : layout.deviceSpace().space();
    json.beginObject();
    json.name("device").value(layout.deviceSpace().device());
    json.name("space").value(space);
    json.name("place").value("device " + layout.deviceSpace().device() + " " + space);
    json.name("session").value(layout.deviceSpace().session());
    json.name("regions").value(layout.regions());
    json.name("bytes").value(layout.bytes());
    json.name("coarse").value(layout.coarse());
    json.name("base").value(Numbers.hex(base));
    json.name("spans").beginArray();
    for (SpaceLayout.Span span : layout.spans()) {
      json.beginArray();
      json.value(span.start() - base).value(span.extent()).value(span.usedExtent());
      json.value(span.bytes()).value(span.regions());
      json.beginArray();
      for (int tally : span.tallies()) {
        json.value(stackOfTally.getOrDefault(tally, -1));
      }
      json.endArray().endArray();
    }
    json.endArray().endObject();
  }

  private void lifetime(Lifetime lifetime) throws IOException {
    json.beginObject();
    json.name("cells").beginArray();
    json.value(Numbers.spoken(lifetime.type())).value(lifetime.site());
    json.value(Numbers.grouped(lifetime.count()));
    json.value(Numbers.duration(lifetime.p50Nanos())).value(Numbers.duration(lifetime.p90Nanos()));
    json.value(Numbers.duration(lifetime.p99Nanos())).value(Numbers.duration(lifetime.maxNanos()));
    json.endArray();
    JsonText.list(json, "powers", lifetime.powers(), json::value);
    json.endObject();
  }
}
