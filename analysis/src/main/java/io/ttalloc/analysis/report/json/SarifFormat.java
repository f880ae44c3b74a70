package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.TypeNames;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file in the format SARIF 2.1.0, with which code hosts and editors show leaks at lines of code.
 * The file has a result for each opening line of a leak or of a suppressed finding. The source file
 * of a line is looked up under the working directory, in {@code src/main/java} and similar
 * directories; if it is not found, its path is derived from the package.
 */
public final class SarifFormat extends ReportFormat {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  /** The number of frames that a code host shows for one result. */
  private static final int MAX_FRAMES = 50;

  public SarifFormat() {
    super("sarif", ".sarif");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    write(report, SourceFiles.ofThisProcess(), out);
  }

  void write(Report report, SourceFiles sources, OutputStream out) throws IOException {
    List<Finding> results = new ArrayList<>();
    for (ReportEntry entry : report.entries()) {
      if (entry.group().leak() || entry.group().suppressedBy() != null) {
        entry.wholes().forEach(row -> results.add(row.sum()));
      }
    }
    List<Verdict> rules = results.stream().map(Finding::verdict).distinct().toList();
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    JsonWriter json = JsonText.exact(writer);
    json.setIndent(" ");
    json.beginObject();
    json.name("$schema").value(SCHEMA);
    json.name("version").value("2.1.0");
    json.name("runs").beginArray().beginObject();
    tool(rules, json);
    json.name("columnKind").value("utf16CodeUnits");
    json.name("results").beginArray();
    for (Finding finding : results) {
      result(finding, rules.indexOf(finding.verdict()), sources, json);
    }
    json.endArray().endObject().endArray().endObject().flush();
    writer.write('\n');
    writer.flush();
  }

  private static void tool(List<Verdict> rules, JsonWriter json) throws IOException {
    json.name("tool").beginObject().name("driver").beginObject();
    json.name("name").value("tt-alloc");
    json.name("rules").beginArray();
    for (Verdict rule : rules) {
      json.beginObject().name("id").value(rule.toString());
      text("shortDescription", rule.meaning(), json);
      json.endObject();
    }
    json.endArray().endObject().endObject();
  }

  private static void text(String name, String text, JsonWriter json) throws IOException {
    json.name(name).beginObject().name("text").value(text).endObject();
  }

  private static void result(Finding finding, int rule, SourceFiles sources, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("ruleId").value(finding.verdict().toString());
    json.name("ruleIndex").value(rule);
    json.name("level").value(finding.leak() ? "error" : "note");
    text("message", message(finding), json);
    Frame at = finding.opening().yours();
    if (at != null) {
      json.name("locations").beginArray();
      location(at, sources, json);
      json.endArray();
      stack(finding.opening(), sources, json);
    }
    json.name("partialFingerprints").beginObject();
    json.name("ttAlloc/v1").value(finding.fingerprint()).endObject();
    String suppressedBy = finding.judgement().suppressedBy();
    if (suppressedBy != null) {
      json.name("suppressions").beginArray().beginObject();
      json.name("kind").value("external");
      json.name("justification").value(suppressedBy).endObject().endArray();
    }
    baseline(finding.judgement().baseline(), json);
    json.endObject();
  }

  private static void baseline(@Nullable String baseline, JsonWriter json) throws IOException {
    if (baseline != null) {
      json.name("baselineState").value(baseline.equals(Baselined.KNOWN) ? "unchanged" : "new");
    }
  }

  private static String message(Finding finding) {
    String what = TypeNames.countedSpoken(finding.amount().count(), finding.type().name());
    String why = finding.why().stream().map(ReasonText::of).collect(Collectors.joining("; "));
    String fix = String.join("; ", AdviceText.steps(finding.fix()));
    return what
        + " opened here, "
        + finding.verdict()
        + ": "
        + finding.verdict().meaning()
        + (why.isEmpty() ? "" : ". Why: " + why)
        + (fix.isEmpty() ? "" : ". Fix: " + fix);
  }

  private static void stack(Opening opening, SourceFiles sources, JsonWriter json)
      throws IOException {
    json.name("stacks").beginArray().beginObject().name("frames").beginArray();
    for (Frame frame : opening.frames().stream().limit(MAX_FRAMES).toList()) {
      json.beginObject().name("location");
      location(frame, sources, json);
      json.endObject();
    }
    json.endArray().endObject().endArray();
  }

  private static void location(Frame frame, SourceFiles sources, JsonWriter json)
      throws IOException {
    json.beginObject();
    String file = sources.uri(frame);
    if (file != null) {
      json.name("physicalLocation").beginObject();
      json.name("artifactLocation").beginObject().name("uri").value(file).endObject();
      if (frame.line() > 0) {
        json.name("region").beginObject().name("startLine").value(frame.line()).endObject();
      }
      json.endObject();
    }
    json.name("logicalLocations").beginArray().beginObject();
    json.name("fullyQualifiedName").value(JavaNames.fullCall(frame));
    json.name("kind").value("function").endObject().endArray();
    json.endObject();
  }
}
