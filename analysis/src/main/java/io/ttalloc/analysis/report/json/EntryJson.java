package io.ttalloc.analysis.report.json;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.CallerTree;
import io.ttalloc.analysis.report.Callers;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.util.IdentityHashMap;

/** Writes entries as JSON objects, which refer to findings by their index. */
final class EntryJson {
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;
  private final IdentityHashMap<Finding, Integer> indexes = new IdentityHashMap<>();

  EntryJson(Report report, JsonWriter json, ReportJson.StackWriter stacks) {
    this.json = json;
    this.stacks = stacks;
    report.findings().forEach(finding -> indexes.put(finding, indexes.size()));
  }

  void write(ReportEntry entry, int number) throws IOException {
    json.beginObject();
    json.name("number").value(number);
    json.name("verdict").value(entry.group().verdict().name());
    json.name("leak").value(entry.group().leak());
    json.name("growing").value(entry.group().growing());
    json.name("suppressedBy").value(entry.group().suppressedBy());
    json.name("baseline").value(entry.group().baseline());
    json.name("title").value(entry.title());
    json.name("count").value(entry.count());
    json.name("bytes").value(entry.bytes());
    JsonText.objects(json, "rows", entry.rows(), this::row);
    json.endObject();
  }

  private void row(ReportRow row) throws IOException {
    Finding sum = row.sum();
    json.name("type").value(sum.type().name());
    json.name("class").value(sum.type().className());
    json.name("space").value(sum.location().space());
    json.name("count").value(sum.amount().count());
    json.name("bytes").value(sum.bytes());
    json.name("stacks").value(row.stacks());
    if (row.part()) {
      json.name("part").value(true);
    }
    json.name("findings").beginArray();
    FormattingStyle style = FindingJson.onOneLine(json);
    for (Finding finding : row.findings()) {
      json.value(indexes.get(finding));
    }
    json.endArray();
    json.setFormattingStyle(style);
    Callers callers = row.callers();
    json.name("callers");
    if (callers == null) {
      json.nullValue();
    } else {
      json.beginObject().name("tree");
      tree(callers.tree());
      json.name("outermost");
      stacks.write(json, callers.outermost());
      json.endObject();
    }
  }

  private void tree(CallerTree tree) throws IOException {
    json.beginObject();
    json.name("count").value(tree.count());
    json.name("stacks").value(tree.stacks());
    json.name("frames");
    stacks.write(json, tree.frames());
    JsonText.list(json, "branches", tree.branches(), this::tree);
    json.name("others").value(tree.others());
    json.name("otherCount").value(tree.otherCount());
    json.endObject();
  }
}
