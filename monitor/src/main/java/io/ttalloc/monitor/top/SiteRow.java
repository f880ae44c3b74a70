package io.ttalloc.monitor.top;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.monitor.live.ProcessView;
import io.ttalloc.monitor.live.SiteUse;
import java.nio.file.Path;

/** One row of the list of sites. */
record SiteRow(ProcessView process, SiteUse site, Id id) {

  /**
   * What stays the same from report to report.
   *
   * @param among the how manieth of a report with this title, type and verdict
   */
  record Id(Path ledger, String title, String type, String verdict, int among) {}

  static SiteRow of(ProcessView process, SiteUse site, int among) {
    ReportEntry entry = site.entry();
    String verdict = entry.group().verdict().toString();
    return new SiteRow(
        process, site, new Id(process.ledger(), entry.title(), type(entry), verdict, among));
  }

  /** The type of its first row. */
  String type() {
    return id.type;
  }

  private static String type(ReportEntry entry) {
    return entry.rows().get(0).sum().type().name();
  }
}
