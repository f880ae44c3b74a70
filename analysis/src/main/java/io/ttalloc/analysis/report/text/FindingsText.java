package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes findings: those of one verdict and one cache together, in it those of one owner and one
 * call as a numbered entry, in the order in which the program opened them.
 */
final class FindingsText {
  static final int MOST = 80;
  private static final int HOLDERS_NAMED = 4;

  private record GroupKey(Verdict verdict, boolean leak, boolean growing, List<String> heldBy) {}

  private record EntryKey(List<String> roots, String title) {}

  private final Report report;
  private final Lines lines;
  private final StackText stacks;
  private int number;

  private FindingsText(Report report, Lines lines) {
    this.report = report;
    this.lines = lines;
    stacks = new StackText(lines);
  }

  static void write(Report report, Lines lines) {
    List<Finding> findings = report.findings();
    List<Finding> shown = findings.subList(0, Math.min(MOST, findings.size()));
    Map<GroupKey, List<Finding>> groups = new LinkedHashMap<>();
    for (Finding finding : shown) {
      groups
          .computeIfAbsent(
              new GroupKey(
                  finding.verdict(),
                  finding.leak(),
                  finding.growing(),
                  finding.ownership().heldBy()),
              k -> new ArrayList<>())
          .add(finding);
    }
    FindingsText text = new FindingsText(report, lines);
    groups.forEach(text::group);
    if (shown.size() < findings.size()) {
      lines.blank();
      lines.line("and " + Numbers.counted(findings.size() - MOST, "finding") + " more, less grave");
    }
  }

  private void group(GroupKey key, List<Finding> findings) {
    Map<EntryKey, List<Finding>> entries = new LinkedHashMap<>();
    List<Finding> byOpening = new ArrayList<>(findings);
    byOpening.sort(
        (a, b) -> Long.compare(a.age().oldestOpenedNanos(), b.age().oldestOpenedNanos()));
    for (Finding finding : byOpening) {
      List<String> roots = finding.ownership().roots();
      String title = finding.opening().title();
      entries.computeIfAbsent(new EntryKey(roots, title), k -> new ArrayList<>()).add(finding);
    }
    for (List<Finding> entry : entries.values()) {
      entry.sort((a, b) -> Long.compare(b.amount().bytes(), a.amount().bytes()));
    }
    lines.blank();
    lines.line(
        key.leak() ? Lines.Colour.BAD : Lines.Colour.NOTE, heading(key, entries.size(), findings));
    holders(key.heldBy());
    List<String> why = shared(findings, true);
    List<String> fix = shared(findings, false);
    labelled("why", why);
    labelled("fix", fix);
    for (Map.Entry<EntryKey, List<Finding>> entry : entries.entrySet()) {
      lines.blank();
      number++;
      EntryText text = new EntryText(lines, stacks, number);
      text.write(entry.getKey().title(), entry.getValue(), why.isEmpty(), fix.isEmpty());
    }
  }

  private String heading(GroupKey key, int entries, List<Finding> findings) {
    long count = 0;
    for (Finding finding : findings) {
      count += finding.amount().count();
    }
    return key.verdict()
        + (key.growing() ? " and GROWING" : "")
        + (key.leak() ? ", a leak: " : ", not a leak: ")
        + Numbers.counted(entries, "entry")
        + ", "
        + Numbers.grouped(count)
        + (key.verdict() == Verdict.RECLAIMED ? " reclaimed" : " open")
        + growth(key);
  }

  private String growth(GroupKey key) {
    if (key.verdict() == Verdict.RECLAIMED) {
      return "";
    }
    String cycles = Numbers.counted(Math.max(1, report.marks().size()), "cycle");
    return (key.growing() ? ", growing in each of the last cycles (" : ", not growing (")
        + cycles
        + ")";
  }

  private void holders(List<String> heldBy) {
    for (int i = 0; i < Math.min(heldBy.size(), HOLDERS_NAMED); i++) {
      lines.line((i == 0 ? "  held by  " : "           ") + heldBy.get(i));
    }
    if (heldBy.size() > HOLDERS_NAMED) {
      lines.line("           and " + (heldBy.size() - HOLDERS_NAMED) + " more");
    }
  }

  /** What all findings say alike, so that it is said once; empty if they differ. */
  private static List<String> shared(List<Finding> findings, boolean why) {
    Finding first = findings.get(0);
    List<String> said = why ? first.why() : List.of(first.fix());
    for (Finding finding : findings) {
      if (!said.equals(why ? finding.why() : List.of(finding.fix()))) {
        return List.of();
      }
    }
    return said;
  }

  private void labelled(String label, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      lines.line("  " + Lines.padded(i == 0 ? label : "", 9) + texts.get(i));
    }
  }
}
