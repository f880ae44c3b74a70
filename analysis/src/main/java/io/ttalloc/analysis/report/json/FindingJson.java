package io.ttalloc.analysis.report.json;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.PartOf;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.fold.ReferenceCounts;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Writes findings as JSON objects. */
final class FindingJson {
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;

  FindingJson(JsonWriter json, ReportJson.StackWriter stacks) {
    this.json = json;
    this.stacks = stacks;
  }

  void write(Finding finding) throws IOException {
    json.beginObject();
    json.name("fingerprint").value(finding.fingerprint());
    json.name("verdict").value(finding.verdict().name());
    json.name("leak").value(finding.leak());
    json.name("growing").value(finding.growing());
    json.name("suppressedBy").value(finding.judgement().suppressedBy());
    json.name("baseline").value(finding.judgement().baseline());
    json.name("confidence").value(finding.confidence().name());
    json.name("type").value(finding.type().name());
    json.name("class").value(finding.type().className());
    amount(finding.amount());
    location(finding.location());
    json.name("title").value(finding.opening().title());
    json.name("titleCall").value(finding.opening().heading().call());
    json.name("titleLine").value(finding.opening().heading().source());
    json.name("site").value(finding.opening().site());
    whose(finding.whose());
    PartOf partOf = finding.identity().partOf();
    if (partOf != null) {
      json.name("partOf").value(partOf.fingerprint());
    }
    JsonText.texts(json, "sites", finding.opening().sites());
    ownership(finding.ownership());
    reasons(finding);
    json.name("oldestNanos").value(finding.oldest().ageNanos());
    if (finding.type().policy().limitNanos() > 0) {
      json.name("limitNanos").value(finding.type().policy().limitNanos());
    }
    if (finding.identity().stacks() > 1) {
      json.name("stacks").value(finding.identity().stacks());
    }
    json.name("openedBy");
    stacks.write(json, finding.opening().frames());
    JsonText.objects(json, "siblingsClosedBy", finding.explanation().siblings(), this::sibling);
    references(finding.location().references());
    JsonText.objects(json, "growth", finding.explanation().growth(), this::growth);
    json.endObject();
  }

  private void sibling(CloseSite sibling) throws IOException {
    json.name("count").value(sibling.count());
    json.name("stack");
    stacks.write(json, sibling.stack());
  }

  private void whose(Whose whose) throws IOException {
    json.name("whose").value(whose.by().name().toLowerCase(Locale.ROOT));
    json.name("library").value(whose.jar());
  }

  /**
   * Writes why the finding has its verdict and what would free its resources, as text and as
   * values.
   */
  private void reasons(Finding finding) throws IOException {
    JsonText.texts(json, "why", ReasonText.of(finding.why()));
    ValueJson values = new ValueJson(json, stacks);
    JsonText.list(json, "reasons", finding.why(), values::write);
    json.name("fix").value(AdviceText.of(finding.fix()));
    JsonText.list(json, "advice", finding.fix().steps(), values::write);
  }

  /** Writes reference counts, only if a count ever changed. */
  private void references(ReferenceCounts counts) throws IOException {
    if (counts.counted() == 0) {
      return;
    }
    json.name("references").beginObject();
    json.name("counted").value(counts.counted());
    json.name("least").value(counts.min());
    json.name("most").value(counts.max());
    json.name("retained").value(counts.retained());
    json.name("released").value(counts.released());
    JsonText.objects(json, "lastRetains", counts.retains(), this::change);
    JsonText.objects(json, "lastReleases", counts.releases(), this::change);
    json.endObject();
  }

  private void change(ReferenceCounts.Change change) throws IOException {
    json.name("agoNanos").value(change.agoNanos());
    json.name("thread").value(change.thread());
    json.name("stack");
    stacks.write(json, change.stack());
  }

  private void amount(Amount amount) throws IOException {
    json.name("count").value(amount.count());
    json.name("opened").value(amount.opened());
    json.name("closed").value(amount.closed());
    json.name("disowned").value(amount.disowned());
    json.name("bytes").value(amount.bytes());
    json.name("regions").value(amount.regions());
    json.name("regionBytes").value(amount.regionBytes());
    json.name("reclaimedBytes").value(amount.reclaimedBytes());
    json.name("viewsOpened").value(amount.viewsOpened());
    json.name("viewsClosed").value(amount.viewsClosed());
  }

  private void location(Location location) throws IOException {
    json.name("space").value(location.space());
    integers("devices", location.devices());
    json.name("addresses").beginArray();
    FormattingStyle style = onOneLine(json);
    for (Long address : location.addresses()) {
      json.value(Numbers.hex(address));
    }
    json.endArray();
    json.setFormattingStyle(style);
    json.name("moreAddresses").value(location.moreAddresses());
    JsonText.objects(json, "blocks", location.blocks(), this::block);
    json.name("moreBlocks").value(location.moreBlocks());
    JsonText.texts(
        json, "labels", location.labels().first().stream().map(Location.Label::text).toList());
    json.name("moreLabels").value(location.labels().more());
    JsonText.texts(json, "threads", location.threads());
  }

  private void block(Location.Block block) throws IOException {
    Long address = block.address();
    json.name("bytes").value(block.bytes());
    json.name("address").value(address == null ? null : Numbers.hex(address));
    json.name("count").value(block.count());
    integers("devices", block.devices());
  }

  private void ownership(Ownership ownership) throws IOException {
    json.name("owner").value(ownership.owner());
    JsonText.texts(json, "ownerChain", ownership.chain());
    List<String> heldBy = ownership.heldBy();
    json.name("heldBy").value(heldBy.isEmpty() ? null : String.join("; ", heldBy));
    JsonText.objects(json, "keptBy", ownership.paths(), this::path);
    json.name("heapBytes").value(ownership.kept().heapBytes());
    JsonText.texts(json, "entries", ownership.entries());
    json.name("ownerClosedBy");
    stacks.write(json, ownership.closedBy());
  }

  private void path(HolderPath path) throws IOException {
    json.name("count").value(path.count());
    json.name("heapBytes").value(path.heapBytes());
    json.name("path").value(path.text());
    JsonText.texts(json, "parts", path.parts());
    json.name("tellingPart").value(path.telling().part());
    json.name("tellingKind").value(path.telling().kind().name());
  }

  private void growth(Cycles.Growth step) throws IOException {
    json.name("mark").value(step.mark());
    json.name("count").value(step.count());
    json.name("bytes").value(step.bytes());
    Cycles.Open open = step.open();
    if (open != null) {
      json.name("open").value(open.count());
      if (open.bytes() >= 0) {
        json.name("openBytes").value(open.bytes());
      }
    }
  }

  private void integers(String name, List<Integer> numbers) throws IOException {
    json.name(name).beginArray();
    FormattingStyle style = onOneLine(json);
    for (Integer number : numbers) {
      json.value(number);
    }
    json.endArray();
    json.setFormattingStyle(style);
  }

  /** Turns indentation off; returns the style to be restored. */
  static FormattingStyle onOneLine(JsonWriter json) {
    FormattingStyle before = json.getFormattingStyle();
    json.setFormattingStyle(FormattingStyle.COMPACT);
    return before;
  }
}
