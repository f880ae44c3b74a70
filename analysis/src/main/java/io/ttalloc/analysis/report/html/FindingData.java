package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.GrowthStep;
import io.ttalloc.analysis.finding.Share;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.CloseSiteEntry;
import java.io.IOException;

/** Writes findings for the page. */
final class FindingData {
  private final JsonWriter json;
  private final StackTable stacks;

  FindingData(JsonWriter json, StackTable stacks) {
    this.json = json;
    this.stacks = stacks;
  }

  void write(Finding finding) throws IOException {
    Finding.Amount amount = finding.amount();
    json.beginObject();
    json.name("verdict").value(finding.verdict().name());
    json.name("leak").value(finding.leak());
    json.name("growing").value(finding.growing());
    json.name("suppressedBy").value(finding.suppressedBy());
    json.name("baseline").value(finding.baseline());
    json.name("fingerprint").value(finding.fingerprint());
    json.name("type").value(finding.type().name());
    json.name("class").value(finding.type().className());
    json.name("title").value(finding.opening().title());
    json.name("site").value(finding.opening().site());
    json.name("count").value(amount.count());
    json.name("opened").value(amount.opened());
    json.name("closed").value(amount.closed());
    json.name("bytes").value(amount.bytes());
    json.name("regionBytes").value(amount.regionBytes());
    json.name("reclaimedBytes").value(amount.reclaimedBytes());
    json.name("ageNanos").value(finding.age().oldestNanos());
    location(finding.location());
    ownership(finding.ownership());
    json.name("why");
    PageData.texts(json, finding.why());
    json.name("fix").value(finding.fix());
    json.name("stack").value(stacks.index(finding.opening().frames()));
    json.name("your").value(finding.opening().yourFrame());
    siblingsAndGrowth(finding);
    json.name("shares").beginArray();
    for (Share share : finding.shares()) {
      json.beginArray();
      json.value(share.device()).value(share.count()).value(share.regionBytes());
      json.endArray();
    }
    json.endArray();
    json.endObject();
  }

  private void location(Finding.Location location) throws IOException {
    json.name("space").value(location.space());
    json.name("devices").value(Numbers.ranges(location.devices()));
    json.name("blocks").beginArray();
    for (Finding.Block block : location.blocks()) {
      Long address = block.address();
      json.beginArray();
      json.value(block.count()).value(block.bytes());
      json.value(address == null ? null : Numbers.address(address));
      json.value(Numbers.ranges(block.devices()));
      json.endArray();
    }
    json.endArray();
    json.name("moreBlocks").value(location.moreBlocks());
    json.name("labels").beginArray();
    for (Finding.Label label : location.labels()) {
      json.value(label.count() == 1 ? label.text() : label.text() + " (" + label.count() + ")");
    }
    json.endArray();
    json.name("moreLabels").value(location.moreLabels());
    json.name("threads");
    PageData.texts(json, location.threads());
  }

  private void ownership(Finding.Ownership ownership) throws IOException {
    json.name("owner").value(ownership.owner());
    json.name("chain");
    PageData.texts(json, ownership.chain());
    json.name("heldBy");
    PageData.texts(json, ownership.heldBy());
    json.name("entries");
    PageData.texts(json, ownership.entries());
    json.name("closedBy").value(stacks.index(ownership.closedBy()));
  }

  private void siblingsAndGrowth(Finding finding) throws IOException {
    json.name("siblings").beginArray();
    for (CloseSiteEntry sibling : finding.siblings()) {
      json.beginArray().value(sibling.count()).value(stacks.index(sibling.stack())).endArray();
    }
    json.endArray();
    json.name("growth").beginArray();
    for (GrowthStep step : finding.growth()) {
      json.beginArray().value(step.mark()).value(step.count()).value(step.bytes()).endArray();
    }
    json.endArray();
  }
}
