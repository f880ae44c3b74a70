package io.ttalloc.top;

import io.ttalloc.analysis.report.text.EntryLines;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ReportDigest;
import java.util.ArrayList;
import java.util.List;

/** The panel that replaces the lists: a finding with its stacks, or the help. */
final class TextPanel {
  private static final List<String> HELP =
      List.of(
          "keys",
          "  up, down, k, j    select a line; PgUp, PgDn: move by a page; Home, End: go to the first or last line",
          "  enter             in the list of processes: show only the sites of the selected process; in the list of sites: show the stacks of the selected site, the reasons for its verdict, and the fix",
          "  esc               go back one step, up to the sites of all processes",
          "  tab               switch to the other list",
          "  s, S              sort by the next or the previous column; r: reverse the order",
          "  m                 mark the end of a cycle, like tt-alloc mark PID NAME",
          "  p, space          pause the screen; the ledgers are still read",
          "  ?                 this help",
          "  q, ctrl-c         quit",
          "",
          "devices: the device memory that running processes use",
          "  OF                the total size that the allocator reports; the bar is yellow from"
              + " 75 %, red from 90 %. If the allocator reports none, OF is the highest"
              + " number of bytes in use so far (peak), and the bar does not show how full the"
              + " memory is",
          "  SHARED            memory whose addresses may be shared, such as circular buffers",
          "  INFRA, CACHED     memory of the system's own resources and of what caches hold, according to the latest reports",
          "",
          "processes",
          "  OPENED, CLOSED    resources opened and closed per second, over the last five seconds",
          "  LIVE, BYTES       open resources and their bytes by region, as in tt-alloc ps",
          "  LEAKS             the number of leaks; - if the report says NOT JUDGED",
          "  OPEN              the number of open handles at the end of each of the most recent seconds, scaled to the highest number",
          "  JUDGED            the age of LIVE, BYTES and LEAKS, if anything has changed since they were determined",
          "",
          "sites: where open resources were opened, according to the latest reports",
          "  !                 a leak",
          "  OPENED            resources opened per second since the previous report",
          "  GREW              how many more are open than at the previous report",
          "",
          "native processes: those without a ledger",
          "  SOURCE            socket: the process reported to a running tt-alloc serve; region:"
              + " counters in shared"
              + " memory. If both list a process, they count the same bytes; do not add them",
          "  TWICE             allocations at an address that was already in use");

  private TextPanel() {}

  /** Returns all lines below the header line, including those outside the visible part. */
  static List<String> lines(MachineState state, TopView view, int columns) {
    List<String> lines = new ArrayList<>();
    for (String line : view.panel() == TopView.Panel.HELP ? HELP : finding(state, view)) {
      lines.addAll(ShownText.folded(line, columns));
    }
    return lines;
  }

  /**
   * Explains the parts of a bar. This explanation is not in the fixed help text, because the
   * characters depend on the terminal.
   */
  static String legend(Glyphs glyphs) {
    return "bars: %s other, %s shared, %s cached, %s infrastructure"
        .formatted(glyphs.shade(0), glyphs.shade(1), glyphs.shade(2), glyphs.shade(3));
  }

  private static List<String> finding(MachineState state, TopView view) {
    SiteRow row = TopRows.of(state, view).finding();
    if (row == null) {
      return List.of(
          "Nothing is known to be open here any longer: all of it was closed, or the ledger is gone.");
    }
    List<String> lines = new ArrayList<>(EntryLines.of(row.site().entry()));
    lines.add("");
    lines.add(rate(row));
    ReportDigest digest = row.process().digest();
    if (digest != null) {
      lines.add("process " + row.process().pid() + " in total: " + digest.sums().headline());
    }
    lines.add("ledger " + row.process().ledger());
    return lines;
  }

  private static String rate(SiteRow row) {
    long grew = row.site().grownBy();
    return "opened %s so far; since the previous report: %s per second, %s open"
        .formatted(
            Numbers.grouped(row.site().opened()),
            ShownText.rate(row.site().openedPerSecond()),
            grew == 0
                ? "the same number"
                : Numbers.grouped(Math.abs(grew)) + (grew > 0 ? " more" : " fewer"));
  }
}
