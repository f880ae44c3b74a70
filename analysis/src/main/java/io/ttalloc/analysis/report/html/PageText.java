package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.report.Exclusions;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.MisuseWords;
import io.ttalloc.analysis.report.Overview;
import io.ttalloc.analysis.report.PolicyText;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.json.ReportJson;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes texts of the page, so that its script need not repeat the wording of other formats. */
final class PageText {
  private final Report report;
  private final JsonWriter json;
  private final ReportJson.StackWriter stacks;

  PageText(Report report, JsonWriter json, ReportJson.StackWriter stacks) {
    this.report = report;
    this.json = json;
    this.stacks = stacks;
  }

  void write() throws IOException {
    head();
    summary();
    tiles();
    overview();
    new PageEntries(report, json, stacks).write();
    JsonText.list(json, "misuse", report.misuse(), this::misuse);
  }

  private void head() throws IOException {
    Headline headline = Headline.of(report);
    ProcessEntry process = report.process();
    String started =
        process.startedAt().toString().replace('T', ' ').replaceFirst("(\\.\\d+)?Z$", " UTC");
    boolean one = process.pid() != ProcessEntry.SEVERAL;
    json.name("title")
        .value(headline.text() + " - tt-alloc" + (one ? ", pid " + process.pid() : ""));
    json.name("badge").value(headline.badge());
    json.name("badgeTone").value(tone(headline.judgement()));
    json.name("says").value(headline.says());
    json.name("program").value(ProgramName.of(process.command()));
    Map<String, String> facts = new LinkedHashMap<>();
    if (one) {
      facts.put("pid", Long.toString(process.pid()));
    }
    boolean killed = process.ended() == ProcessEntry.Ended.KILLED;
    facts.put(killed ? "last seen after" : "ran", Numbers.duration(process.ageNanos()));
    facts.put("state", state(process.ended()));
    facts.put("Java", process.jvm());
    facts.put("started", started);
    facts.put("confidence", report.confidence().level().name());
    PageEntries.pairs(json, "facts", facts);
  }

  private static String tone(Headline.Judgement judgement) {
    return judgement == Headline.Judgement.LEAKS ? "bad" : judgement.isJudged() ? "good" : "kept";
  }

  private static String state(ProcessEntry.Ended ended) {
    return switch (ended) {
      case RUNNING -> "running";
      case EXIT -> "ended";
      case KILLED -> "killed";
      case DETACHED -> "tracking ended";
    };
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
    if (report.memory().allocatorAsked() && gap != null) {
      lines.add("Tracking gap: " + gap + ".");
    }
    json.name("doubts").value(trusted ? null : trust);
    JsonText.texts(json, "lines", lines);
  }

  private void tiles() throws IOException {
    Totals totals = report.totals();
    json.name("amount")
        .value(
            totals.use().handleBytes() == 0
                ? null
                : totals.use().bytes() == totals.use().handleBytes()
                    ? Numbers.bytes(totals.use().bytes())
                    : Numbers.bytes(totals.use().bytes())
                        + " by region, "
                        + Numbers.bytes(totals.use().handleBytes())
                        + " by handle");
    List<String> kinds = new ArrayList<>();
    if (totals.use().handles() > 0) {
      String regions = Numbers.counted(totals.use().regions(), "region");
      kinds.add(Numbers.counted(totals.use().handles(), "handle") + " of " + regions);
    }
    if (totals.withoutBytes() > 0) {
      kinds.add(Numbers.counted(totals.withoutBytes(), "resource") + " without bytes");
    }
    json.name("kinds").value(String.join(", ", kinds));
    List<String> verdicts =
        report.findings().stream().map(f -> f.verdict().name()).distinct().toList();
    json.name("leaks").value(leaks());
    json.name("verdicts")
        .value(verdicts.isEmpty() ? "nothing is open" : String.join(", ", verdicts));
  }

  private void overview() throws IOException {
    Overview overview = Overview.of(report);
    json.name("overview").beginArray();
    for (Overview.Heading heading : overview.headings()) {
      json.beginObject();
      json.name("verdict").value(heading.group().verdict().name());
      json.name("judgement").value(PageEntries.judgement(heading.group()));
      json.name("more").value(heading.more());
      json.name("lines").beginArray();
      for (Overview.Line line : heading.lines()) {
        json.beginArray().value(line.number() - 1);
        json.value(line.what()).value(line.amount()).value(line.place()).endArray();
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  /** Says in words how many of the entries are leaks. */
  private String leaks() {
    long leaks = report.leaks();
    if (report.entries().isEmpty()) {
      return "";
    }
    return leaks == 0 ? "no leaks" : Numbers.counted(leaks, "leak");
  }

  private void misuse(Misuse misuse) throws IOException {
    json.beginObject();
    json.name("title").value(PageEntries.lower(misuse.entry().kind()).replace('_', ' '));
    json.name("what")
        .value(
            (Numbers.spoken(misuse.entry().type().name()) + " " + MisuseWords.label(misuse))
                .strip());
    json.name("times").value(Numbers.counted(misuse.entry().count(), "time"));
    json.name("earlier").value(misuse.hasEarlier() ? MisuseWords.earlier(misuse) : null);
    json.name("yourFirst").value(misuse.yourFirst());
    json.name("wrong").value(MisuseWords.wrong(misuse));
    json.name("yourSecond").value(misuse.yourSecond());
    json.endObject();
  }
}
