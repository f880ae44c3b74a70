package io.ttalloc.top;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.SiteUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A row of the list of sites. */
record SiteRow(ProcessView process, SiteUse site, Id id) {

  /**
   * The identity of a row, which stays the same from report to report.
   *
   * @param ordinal the index of the entry among the report's entries with the same title, types and
   *     verdict, from 0
   */
  record Id(Path ledger, String title, Set<String> types, String verdict, int ordinal) {}

  static SiteRow of(ProcessView process, SiteUse site, int ordinal) {
    ReportEntry entry = site.entry();
    String verdict = entry.group().verdict().toString();
    Set<String> types = Set.copyOf(entry.types());
    return new SiteRow(
        process, site, new Id(process.ledger(), entry.title(), types, verdict, ordinal));
  }

  /** The type: {@code buffer}, or {@code buffer +1} if there is another type. */
  String type() {
    List<String> types = site.entry().types();
    String first = Numbers.spoken(types.get(0));
    return types.size() == 1 ? first : first + " +" + (types.size() - 1);
  }
}
