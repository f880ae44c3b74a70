package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.report.CallerLines;
import io.ttalloc.analysis.report.Callers;
import io.ttalloc.analysis.report.ReferenceText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.analysis.report.json.ReportJson;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import io.ttalloc.text.TypeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the texts of entries, and the data of findings that the flame graph needs. */
final class PageEntries {
  private static final String SEPARATOR = "  \u00b7  ";
  private static final int ROWS_NAMED = 4;

  private final Report report;
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;

  PageEntries(Report report, JsonWriter json, ReportJson.StackWriter stacks) {
    this.report = report;
    this.json = json;
    this.stacks = stacks;
  }

  void write() throws IOException {
    IdentityHashMap<Finding, Integer> indexes = new IdentityHashMap<>();
    json.name("findings").beginArray();
    for (Finding finding : report.findings()) {
      indexes.put(finding, indexes.size());
      json.beginObject();
      json.name("tone").value(tone(finding.leak(), finding));
      // The memory map shows the name of the type and the user's own frame.
      json.name("what").value(Numbers.spoken(finding.type().name()));
      json.name("yours").value(finding.opening().markedFrame());
      json.name("shares").beginArray();
      for (DeviceShare share : finding.shares()) {
        json.beginArray().value(share.deviceAndSpace(finding.location().space()));
        json.value(share.count()).value(share.regionBytes()).endArray();
      }
      json.endArray().endObject();
    }
    json.endArray();
    JsonText.list(json, "entries", report.entries(), entry -> entry(entry, indexes));
  }

  /** The judgement on a group, such as {@code a leak, GROWING}. */
  static String judgement(ReportEntry.Group group) {
    return group.judgement() + (group.growing() ? ", GROWING" : "");
  }

  private static String tone(boolean leak, Finding finding) {
    if (leak) {
      return "bad";
    }
    String policy = finding.type().policy().wordFor(finding.verdict().name());
    return policy == null
        ? lower(finding.verdict().tone())
        : lower(policy.equals("warning") ? Verdict.Tone.WARN : Verdict.Tone.CALM);
  }

  private void entry(ReportEntry entry, IdentityHashMap<Finding, Integer> indexes)
      throws IOException {
    ReportEntry.Group group = entry.group();
    Finding first = entry.rows().get(0).sum();
    json.beginObject();
    json.name("tone").value(tone(group.leak(), first));
    json.name("verdict").value(group.verdict().name());
    json.name("judgement").value(judgement(group));
    json.name("meaning").value(group.verdict().meaning());
    json.name("title").value(entry.title());
    json.name("size").value(size(entry));
    json.name("where").value(String.join(SEPARATOR, where(entry)));
    JsonText.list(
        json,
        "rows",
        entry.rows(),
        row -> row(row, indexes.getOrDefault(row.findings().get(0), -1)));
    json.endObject();
  }

  /**
   * Returns the sum of the bytes of all handles, or the number of resources if they have no bytes.
   */
  private static String size(ReportEntry entry) {
    boolean reclaimed = entry.group().verdict().isReclaimed();
    String suffix = reclaimed ? " reclaimed" : "";
    return entry.bytes() > 0
        ? Numbers.bytes(entry.bytes()) + suffix
        : Numbers.grouped(entry.count()) + (reclaimed ? suffix : " open");
  }

  private static List<String> where(ReportEntry entry) {
    List<ReportRow> rows = entry.rows();
    List<String> where = new ArrayList<>();
    if (rows.size() == 1) {
      where.addAll(where(rows.get(0).sum()));
    } else {
      for (ReportRow row : rows.subList(0, Math.min(ROWS_NAMED, rows.size()))) {
        Finding sum = row.sum();
        String counted = TypeNames.counted(sum.amount().count(), sum.type().name());
        String space = sum.location().space();
        where.add(space == null ? counted : counted + " in " + space);
      }
      if (rows.size() > ROWS_NAMED) {
        where.add(Numbers.counted(rows.size() - ROWS_NAMED, "more row"));
      }
      String owner = rows.get(0).sum().ownership().owner();
      if (owner != null) {
        where.add("owner " + owner);
      }
    }
    int stacks = rows.stream().mapToInt(ReportRow::stacks).sum();
    if (stacks > rows.size()) {
      where.add("from " + Numbers.counted(stacks, "stack"));
    }
    ReportEntry.Group group = entry.group();
    if (group.growing()) {
      where.add("GROWING");
    }
    if (group.baseline() != null) {
      where.add("baseline: " + group.baseline());
    }
    if (group.suppressedBy() != null) {
      where.add("suppressed: " + group.suppressedBy());
    }
    return where;
  }

  private void row(ReportRow row, int finding) throws IOException {
    Finding sum = row.sum();
    json.beginObject();
    json.name("finding").value(finding);
    if (row.findings().size() > 1) {
      json.name("sum");
      ReportJson.writeFinding(sum, json, stacks);
    }
    json.name("what").value(Numbers.spoken(sum.type().name()));
    json.name("size").value(size(sum));
    json.name("where").value(String.join(SEPARATOR, where(sum)));
    JsonText.texts(json, "chain", chain(sum));
    JsonText.texts(json, "holders", sum.ownership().heldBy());
    JsonText.texts(json, "memory", memory(sum));
    pairs(json, "details", details(row));
    json.name("yours").value(sum.opening().markedFrame());
    Callers callers = row.callers();
    if (callers != null) {
      json.name("stackCount").value(row.stacks());
      JsonText.texts(json, "callers", CallerLines.of(callers));
    }
    json.endObject();
  }

  private static String size(Finding finding) {
    if (finding.amount().reclaimedBytes() > 0) {
      return Numbers.bytes(finding.amount().reclaimedBytes()) + " reclaimed";
    }
    long bytes = finding.amount().bytes();
    return bytes > 0 ? Numbers.bytes(bytes) : Numbers.grouped(finding.amount().count()) + " open";
  }

  private static List<String> where(Finding finding) {
    Location location = finding.location();
    String owner = finding.ownership().owner();
    List<String> where = new ArrayList<>();
    String state = finding.verdict().isReclaimed() ? " reclaimed" : " open";
    where.add(Numbers.grouped(finding.amount().count()) + state);
    if (location.space() != null) {
      where.add(location.space());
    }
    if (!location.devices().isEmpty()) {
      where.add("device " + Numbers.ranges(location.devices()));
    }
    if (owner != null) {
      where.add("owner " + owner);
    }
    return where;
  }

  /** Returns the owners from the outermost one to the resource; empty if it has no owner. */
  private static List<String> chain(Finding finding) {
    Ownership ownership = finding.ownership();
    List<String> chain = new ArrayList<>(ownership.chain());
    Collections.reverse(chain);
    if (chain.isEmpty() && ownership.owner() != null) {
      chain.add(ownership.owner());
    }
    if (!chain.isEmpty()) {
      chain.add(Numbers.spoken(finding.type().name()));
    }
    return chain;
  }

  private static List<String> memory(Finding finding) {
    Location location = finding.location();
    boolean sized = finding.type().hasBytes();
    List<String> lines = new ArrayList<>();
    for (Location.Block block : location.blocks()) {
      Long address = block.address();
      if (block.bytes() > 0 || address != null) {
        String at = address == null ? "" : " at " + Numbers.address(address);
        String on = block.devices().isEmpty() ? "" : ", device " + Numbers.ranges(block.devices());
        String size = sized ? " x " + Numbers.bytes(block.bytes()) : "";
        lines.add(Numbers.grouped(block.count()) + size + at + on);
      }
    }
    return lines;
  }

  private static Map<String, String> details(ReportRow row) {
    Finding finding = row.sum();
    Map<String, String> details = new LinkedHashMap<>();
    long disowned = finding.amount().disowned();
    details.put(
        "opened",
        Numbers.grouped(finding.amount().opened())
            + ", "
            + Numbers.grouped(finding.amount().closedForGood())
            + " closed"
            + (disowned == 0 ? "" : " and " + Numbers.grouped(disowned) + " disowned"));
    if (finding.ownership().kept().heapBytes() > 0) {
      details.put("frees", Numbers.bytes(finding.ownership().kept().heapBytes()) + " of heap");
    }
    details.put("class", SourceNames.of(finding.type().className()));
    details.put("site", finding.opening().site());
    Location location = finding.location();
    if (!location.labels().first().isEmpty()) {
      details.put("labels", labels(location));
    }
    if (!location.threads().isEmpty()) {
      details.put("threads", String.join(", ", location.threads()));
    }
    addCalls(finding, details);
    if (finding.oldest().ageNanos() > 0) {
      details.put("oldest", Numbers.duration(finding.oldest().ageNanos()) + " before the report");
    }
    if (finding.growing()) {
      details.put(
          "growing",
          Cycles.eachLeft(finding.explanation().growth())
              ? "each of the most recent cycles left some open"
              : "the number or size of open resources rises from cycle to cycle");
    }
    if (row.findings().size() == 1) {
      details.put("fingerprint", finding.fingerprint());
    }
    return details;
  }

  private static void addCalls(Finding finding, Map<String, String> details) {
    details.putAll(ReferenceText.of(finding.location().references()));
  }

  private static String labels(Location location) {
    List<String> labels = new ArrayList<>();
    for (Location.Label label : location.labels().first()) {
      labels.add(label.count() == 1 ? label.text() : label.text() + " (" + label.count() + ")");
    }
    return String.join(", ", labels) + (location.labels().more() ? " and more" : "");
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static void pairs(JsonWriter json, String name, Map<String, String> pairs) throws IOException {
    JsonText.list(
        json,
        name,
        pairs.entrySet(),
        pair -> json.beginArray().value(pair.getKey()).value(pair.getValue()).endArray());
  }
}
