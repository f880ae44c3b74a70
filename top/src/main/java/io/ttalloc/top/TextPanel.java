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
          "  up, down, k, j    select; PgUp, PgDn: a page at a time; Home, End: the first, the last",
          "  enter             in the processes: show the sites of this one only; in the sites: show"
              + " the stacks of this one, why it was judged so, and how to fix it",
          "  esc               back; finally, to the sites of all processes",
          "  tab               to the other list",
          "  s, S              sort by the next or the previous column; r: in reverse",
          "  m                 mark the end of a cycle, like tt-alloc mark PID NAME",
          "  p, space          pause: the screen stays as it is, reading goes on",
          "  ?                 this help",
          "  q, ctrl-c         quit",
          "",
          "devices: what running processes have in the memory of a device",
          "  OF                the total size that the allocator reports; the bar is yellow from"
              + " 75 %, red from 90 %. If it reports none, OF is the highest sum so far (peak), and"
              + " the bar does not show how full the memory is",
          "  SHARED            what may share its addresses with others, as circular buffers do",
          "  INFRA, CACHED     the system's own resources and what caches hold, by the latest"
              + " reports",
          "",
          "processes",
          "  OPENED, CLOSED    per second, over the last five seconds",
          "  LIVE, BYTES       what is open, by region, as tt-alloc ps counts it",
          "  LEAKS             the number of leaks; - if the report says NOT JUDGED",
          "  OPEN              what was open in each of the last seconds, by handle; scaled to"
              + " the highest of them",
          "  JUDGED            how old LIVE to LEAKS are, if anything has changed since",
          "",
          "sites: where open resources were opened, according to the latest reports",
          "  !                 a leak",
          "  OPENED            per second, since the previous report",
          "  GREW              how many more are open than at the previous report",
          "",
          "native processes: they have no ledger",
          "  SOURCE            socket: they reported to a running tt-alloc serve; region:"
              + " counters in shared"
              + " memory. Both may list a process: its bytes are the same, do not add them",
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
   * Explains the parts of a bar. It is not part of the fixed help text because the characters
   * depend on the terminal.
   */
  static String legend(Glyphs glyphs) {
    return "bars: %s other, %s shared, %s cached, %s infrastructure"
        .formatted(glyphs.shade(0), glyphs.shade(1), glyphs.shade(2), glyphs.shade(3));
  }

  private static List<String> finding(MachineState state, TopView view) {
    SiteRow row = TopRows.of(state, view).finding();
    if (row == null) {
      return List.of("This is no longer open: it was closed, or its process left no ledger.");
    }
    List<String> lines = new ArrayList<>(EntryLines.of(row.site().entry()));
    lines.add("");
    lines.add(rate(row));
    ReportDigest digest = row.process().digest();
    if (digest != null) {
      lines.add("all of process " + row.process().pid() + ": " + digest.sums().headline());
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
                ? "as many"
                : Numbers.grouped(Math.abs(grew)) + (grew > 0 ? " more" : " fewer"));
  }
}
