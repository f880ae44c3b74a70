package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.report.ReportEntry;
import java.util.List;

/** The lines of an entry in the text report: heading, reasons, fix, stacks. */
public final class EntryLines {
  private EntryLines() {}

  /** Returns the lines, with invisible characters escaped. */
  public static List<String> of(ReportEntry entry) {
    // The growth of each finding has an element for each cycle that is counted individually.
    int cycles = entry.findings().get(0).explanation().growth().size();
    Lines lines = new Lines(false);
    FindingsText.write(entry, cycles, lines);
    return lines.toString().strip().lines().toList();
  }
}
