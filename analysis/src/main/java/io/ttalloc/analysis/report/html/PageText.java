package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Cycles;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.report.Exclusions;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.LastCallText;
import io.ttalloc.analysis.report.PolicyText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.wording.JsonText;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.ProgramName;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the texts of the page, so that its script does not word anything a second time. */
final class PageText {
  private final Report report;
  private final JsonWriter json;

  PageText(Report report, JsonWriter json) {
    this.report = report;
    this.json = json;
  }

  void write() throws IOException {
    head();
    summary();
    tiles();
    json.name("findings").beginArray();
    for (Finding finding : report.findings()) {
      finding(finding);
    }
    json.endArray();
    json.name("misuse").beginArray();
    for (Misuse misuse : report.misuse()) {
      misuse(misuse);
    }
    json.endArray();
  }

  private void head() throws IOException {
    String headline = Headline.of(report);
    String badge = headline.split("[.:] ", 2)[0];
    boolean judged = !badge.startsWith("NOT");
    ProcessEntry process = report.process();
    String started =
        process.startedAt().toString().replace('T', ' ').replaceFirst("(\\.\\d+)?Z$", " UTC");
    json.name("title").value(headline + " - tt-alloc, pid " + process.pid());
    json.name("badge").value(badge.replaceFirst("^clean", "CLEAN"));
    json.name("badgeTone").value(report.leaks() > 0 ? "bad" : judged ? "good" : "kept");
    json.name("says").value(headline.substring(Math.min(headline.length(), badge.length() + 2)));
    json.name("program").value(ProgramName.of(process.command()));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("pid", Long.toString(process.pid()));
    facts.put("ran", Numbers.duration(process.ageNanos()));
    facts.put("ended by", lower(process.ended()));
    facts.put("Java", process.jvm());
    facts.put("started", started);
    facts.put("confidence", report.confidence().level().name());
    pairs("facts", facts);
  }

  private void summary() throws IOException {
    boolean trusted = report.confidence().level() == Confidence.Level.HIGH;
    String trust = Headline.trust(report);
    List<String> lines = new ArrayList<>();
    if (trusted) {
      lines.add("Confidence HIGH: " + trust + ".");
    }
    lines.addAll(PolicyText.suppressions(report));
    lines.addAll(PolicyText.baseline(report));
    String gap = Exclusions.of(report).get(Exclusions.TRACKING_GAP);
    if (report.allocatorAsked() && gap != null) {
      lines.add("Tracking gap: " + gap + ".");
    }
    json.name("doubts").value(trusted ? null : trust);
    JsonText.texts(json, "lines", lines);
  }

  private void tiles() throws IOException {
    Totals totals = report.totals();
    json.name("amount")
        .value(
            totals.liveBytes() == totals.handleBytes()
                ? Numbers.bytes(totals.liveBytes())
                : Numbers.bytes(totals.liveBytes())
                    + " by region, "
                    + Numbers.bytes(totals.handleBytes())
                    + " by handle");
    List<String> kinds = new ArrayList<>();
    if (totals.handles() > 0) {
      String regions = Numbers.counted(totals.regions(), "region");
      kinds.add(Numbers.counted(totals.handles(), "handle") + " of " + regions);
    }
    if (totals.withoutBytes() > 0) {
      kinds.add(Numbers.grouped(totals.withoutBytes()) + " without bytes");
    }
    json.name("kinds").value(String.join(", ", kinds));
    List<String> verdicts =
        report.findings().stream().map(f -> f.verdict().name()).distinct().toList();
    int entries =
        ReportEntry.groups(report.findings()).values().stream().mapToInt(List::size).sum();
    json.name("verdicts")
        .value(
            verdicts.isEmpty()
                ? "nothing is open"
                : "in "
                    + Numbers.counted(entries, "entry")
                    + ", one per call and owner: "
                    + String.join(", ", verdicts));
  }

  private void finding(Finding finding) throws IOException {
    Location location = finding.location();
    json.beginObject();
    json.name("tone").value(finding.leak() ? "bad" : lower(finding.verdict().tone()));
    json.name("meaning").value(finding.verdict().meaning());
    json.name("what").value(Numbers.spoken(finding.type().name()));
    json.name("size").value(size(finding));
    json.name("where").value(String.join("  \u00b7  ", where(finding)));
    JsonText.texts(json, "chain", chain(finding));
    JsonText.texts(json, "holders", finding.ownership().heldBy());
    JsonText.texts(json, "memory", memory(location));
    pairs("details", details(finding));
    json.name("yours").value(finding.opening().yourFrame());
    json.name("shares").beginArray();
    for (DeviceShare share : finding.shares()) {
      json.beginArray().value(share.deviceAndSpace(location.space()));
      json.value(share.count()).value(share.regionBytes()).endArray();
    }
    json.endArray().endObject();
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
    if (finding.growing()) {
      where.add("GROWING");
    }
    if (finding.baseline() != null) {
      where.add(finding.baseline() + " against the baseline");
    }
    if (finding.suppressedBy() != null) {
      where.add("suppressed: " + finding.suppressedBy());
    }
    return where;
  }

  /** From the outermost owner to the resource; empty if it has no owner. */
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

  private static List<String> memory(Location location) {
    List<String> lines = new ArrayList<>();
    for (Location.Block block : location.blocks()) {
      Long address = block.address();
      if (block.bytes() > 0 || address != null) {
        String at = address == null ? "" : " at " + Numbers.address(address);
        String on = block.devices().isEmpty() ? "" : ", device " + Numbers.ranges(block.devices());
        lines.add(Numbers.grouped(block.count()) + " x " + Numbers.bytes(block.bytes()) + at + on);
      }
    }
    return lines;
  }

  private static Map<String, String> details(Finding finding) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put(
        "opened",
        Numbers.grouped(finding.amount().opened())
            + ", of which "
            + Numbers.grouped(finding.amount().closed())
            + " were closed");
    if (finding.ownership().kept().heapBytes() > 0) {
      details.put("frees", Numbers.bytes(finding.ownership().kept().heapBytes()) + " of heap");
    }
    details.put("class", finding.type().className());
    details.put("site", finding.opening().site());
    Location location = finding.location();
    if (!location.labels().isEmpty()) {
      List<String> labels = new ArrayList<>();
      for (Location.Label label : location.labels()) {
        labels.add(label.count() == 1 ? label.text() : label.text() + " (" + label.count() + ")");
      }
      details.put("labels", String.join(", ", labels) + (location.moreLabels() ? " and more" : ""));
    }
    if (!location.threads().isEmpty()) {
      details.put("threads", String.join(", ", location.threads()));
    }
    String lastCalls = LastCallText.of(location.lastCalls());
    if (!lastCalls.isEmpty()) {
      details.put(LastCallText.label(finding), lastCalls);
    }
    if (finding.oldestNanos() > 0) {
      details.put("oldest", Numbers.duration(finding.oldestNanos()) + " before the report");
    }
    if (finding.growing()) {
      details.put(
          "growing",
          Cycles.eachLeft(finding.growth())
              ? "each of the last cycles left some open"
              : "more and more are open from cycle to cycle");
    }
    details.put("fingerprint", finding.fingerprint());
    return details;
  }

  private void misuse(Misuse misuse) throws IOException {
    json.beginObject();
    json.name("title").value(lower(misuse.entry().kind()).replace('_', ' '));
    json.name("what").value(Numbers.spoken(misuse.entry().type().name()));
    json.name("times").value(Numbers.counted(misuse.entry().count(), "time"));
    json.name("earlier").value(misuse.hasEarlier() ? misuse.earlier() : null);
    json.name("yourFirst").value(misuse.yourFirst());
    json.name("wrong").value(misuse.wrong());
    json.name("yourSecond").value(misuse.yourSecond());
    json.endObject();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private void pairs(String name, Map<String, String> pairs) throws IOException {
    json.name(name).beginArray();
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      json.beginArray().value(pair.getKey()).value(pair.getValue()).endArray();
    }
    json.endArray();
  }
}
