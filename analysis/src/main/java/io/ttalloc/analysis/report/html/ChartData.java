package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.memory.Bank;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Lifetime;
import io.ttalloc.analysis.timeline.Timeline;
import io.ttalloc.analysis.wording.Numbers;
import java.io.IOException;
import java.util.Map;

/** Writes what the charts draw: timeline, memory maps, lifetimes. */
final class ChartData {
  private final JsonWriter json;
  private final Map<Integer, Integer> stackOfTally;

  /** {@code stackOfTally}: index of the stack of each tally. */
  ChartData(JsonWriter json, Map<Integer, Integer> stackOfTally) {
    this.json = json;
    this.stackOfTally = stackOfTally;
  }

  void write(Report report) throws IOException {
    timeline(report.timeline());
    json.name("banks").beginArray();
    for (Bank bank : report.banks()) {
      bank(bank);
    }
    json.endArray();
    json.name("lifetimes").beginArray();
    for (Lifetime lifetime : report.lifetimes()) {
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
      for (Long most : series.mostBytes()) {
        json.value(most);
      }
      json.endArray().endObject();
    }
    json.endArray().endObject();
  }

  /** Addresses are 64 bits wide, which numbers of a browser are not: the first one is text. */
  private void bank(Bank bank) throws IOException {
    long base = bank.spans().get(0).start();
    json.beginObject();
    json.name("device").value(bank.place().device());
    json.name("space").value(bank.place().space() == null ? "memory" : bank.place().space());
    json.name("session").value(bank.place().session());
    json.name("regions").value(bank.regions());
    json.name("bytes").value(bank.bytes());
    json.name("coarse").value(bank.coarse());
    json.name("base").value(Numbers.hex(base));
    json.name("spans").beginArray();
    for (Bank.Span span : bank.spans()) {
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
    json.name("type").value(lifetime.type());
    json.name("site").value(lifetime.site());
    json.name("count").value(lifetime.count());
    json.name("p50").value(lifetime.p50Nanos());
    json.name("p90").value(lifetime.p90Nanos());
    json.name("p99").value(lifetime.p99Nanos());
    json.name("max").value(lifetime.maxNanos());
    json.name("powers").beginArray();
    for (Long power : lifetime.powers()) {
      json.value(power);
    }
    json.endArray().endObject();
  }
}
