package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.text.FindingDetails.Detail;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Writes findings, the worst first. Findings with the same verdict and cache share a heading. Below
 * the heading, findings with the same owner and call form a numbered entry.
 */
final class FindingsText {
  /**
   * The maximum number of headings, and also of rows of entries. Headings give the number of all
   * entries.
   */
  static final int MAX_SHOWN = 80;

  private static final int HOLDERS_NAMED = 4;

  private final int cycles;
  private final Lines lines;
  private final StackText stacks;
  private int number;
  private int headings;
  private int rows;
  private long omitted;

  private FindingsText(int cycles, Lines lines) {
    this.cycles = cycles;
    this.lines = lines;
    stacks = new StackText(lines);
  }

  static void write(Report report, Lines lines) {
    FindingsText text = new FindingsText(report.history().marks().size(), lines);
    ReportEntry.byHeading(report.entries()).forEach(text::group);
    if (text.omitted > 0) {
      lines.blank();
      lines.line("and " + Numbers.counted(text.omitted, "less severe entry"));
    }
  }

  /** Writes a single entry. */
  static void write(ReportEntry entry, int cycles, Lines lines) {
    new FindingsText(cycles, lines).group(entry.group(), List.of(entry));
  }

  private void group(ReportEntry.Group key, List<ReportEntry> entries) {
    if (headings == MAX_SHOWN) {
      omitted += entries.size();
      return;
    }
    headings++;
    List<Finding> findings = new ArrayList<>();
    for (ReportEntry entry : entries) {
      entry.rows().forEach(row -> findings.add(row.sum()));
    }
    lines.blank();
    lines.line(
        key.leak() ? Lines.Colour.BAD : Lines.Colour.NOTE, heading(key, entries.size(), findings));
    if (rows >= MAX_SHOWN) {
      omitted += entries.size();
      return;
    }
    holders(key.heldBy());
    if (key.suppressedBy() != null) {
      labelled(List.of(new Detail("reason", key.suppressedBy())));
    }
    List<Detail> why = shared(findings, FindingDetails::whyOf);
    List<Detail> fix = shared(findings, FindingDetails::fixes);
    List<Detail> kept = shared(findings, FindingDetails::keptBy);
    labelled(why);
    labelled(kept);
    labelled(fix);
    FindingDetails details = new FindingDetails(cycles, why, kept, fix, threadsMatter(findings));
    for (ReportEntry entry : entries) {
      if (rows >= MAX_SHOWN) {
        omitted++;
      } else {
        lines.blank();
        number++;
        rows += entry.rows().size();
        new EntryText(lines, stacks, details, number).write(entry);
      }
    }
  }

  private String heading(ReportEntry.Group key, int entries, List<Finding> findings) {
    long count = 0;
    for (Finding finding : findings) {
      count += finding.amount().count();
    }
    return key.name()
        + ": "
        + Numbers.counted(entries, "entry")
        + ", "
        + Numbers.grouped(count)
        + (key.verdict().isReclaimed() ? " reclaimed" : " open")
        + growth(key, findings);
  }

  private String growth(ReportEntry.Group key, List<Finding> findings) {
    if (key.verdict().isReclaimed()) {
      return "";
    }
    String all = Numbers.counted(Math.max(1, cycles), "cycle");
    if (!key.growing()) {
      return ", not growing (" + all + ")";
    }
    boolean each =
        findings.stream().allMatch(finding -> Cycles.eachLeft(finding.explanation().growth()));
    String how =
        each ? ", growing in each of the most recent cycles (" : ", growing from cycle to cycle (";
    return how + all + ")";
  }

  private void holders(List<String> heldBy) {
    for (int i = 0; i < Math.min(heldBy.size(), HOLDERS_NAMED); i++) {
      lines.line((i == 0 ? "  held by  " : "           ") + heldBy.get(i));
    }
    if (heldBy.size() > HOLDERS_NAMED) {
      lines.line("           and " + (heldBy.size() - HOLDERS_NAMED) + " more");
    }
  }

  /**
   * Whether to name threads. They are omitted if everything was opened on the main thread, which a
   * reader assumes anyway.
   */
  private static boolean threadsMatter(List<Finding> findings) {
    return findings.stream()
        .anyMatch(finding -> !finding.location().threads().equals(List.of("main")));
  }

  /**
   * Returns the lines that all findings have in common, to be written once, excluding lines that
   * count resources of a single finding.
   */
  private static List<Detail> shared(
      List<Finding> findings, Function<Finding, List<Detail>> details) {
    List<Detail> said = new ArrayList<>(details.apply(findings.get(0)));
    for (Finding finding : findings) {
      said.retainAll(details.apply(finding));
    }
    if (findings.size() > 1) {
      said.removeIf(Detail::countsItsOwn);
    }
    return said;
  }

  /** Writes the lines of one label. */
  private void labelled(List<Detail> details) {
    for (int i = 0; i < details.size(); i++) {
      Detail detail = details.get(i);
      lines.line("  " + Lines.padded(i == 0 ? detail.label() : "", 9) + detail.text());
    }
  }
}
