package io.ttalloc.top;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.text.Numbers;
import io.ttalloc.top.ColumnTable.Column;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** The list of sites, which shows what opened the open resources. */
final class SiteSection {
  private static final int MIN_TITLE = 16;

  private final MachineState state;
  private final TopRows rows;
  private final Look look;

  SiteSection(MachineState state, TopRows rows, Look look) {
    this.state = state;
    this.rows = rows;
    this.look = look;
  }

  /** The number of lines that the section has if all of it is shown. */
  int lines() {
    return rows.sites().isEmpty() ? 1 : rows.sites().size() + 2 + (omitted() > 0 ? 1 : 0);
  }

  /** Returns a heading, and the table if there is one. */
  List<AttributedString> lines(int columns, int max) {
    List<AttributedString> lines = new ArrayList<>();
    if (max == 0) {
      return lines;
    }
    lines.add(new AttributedString(ShownText.head(heading(), columns), look.heading()));
    if (rows.sites().isEmpty()) {
      return lines;
    }
    boolean all = rows.view().selection().picked() == null;
    ColumnTable table = new ColumnTable(heads(all), columns);
    boolean focused = rows.view().panel() == TopView.Panel.SITES;
    int selected = focused ? rows.selectedSite() : -1;
    for (int i = 0; i < rows.sites().size(); i++) {
      List<Cell> cells = new ArrayList<>(cells(rows.sites().get(i), i == selected));
      if (!all) {
        cells.remove(cells.size() - 2);
      }
      table.add(cells);
    }
    int room = max - 1 - (omitted() > 0 ? 1 : 0);
    lines.addAll(
        Window.of(rows.sites().size(), selected, room)
            .lines(table, selected, look, "sites", columns));
    if (omitted() > 0) {
      String more = "  and " + Numbers.counted(omitted(), "more entry") + ": tt-alloc dump";
      lines.add(new AttributedString(ShownText.head(more, columns), look.quiet()));
    }
    return lines;
  }

  private List<ProcessView> shown() {
    return state.processes().stream()
        .filter(p -> rows.view().selection().shows(p.ledger()))
        .toList();
  }

  private long omitted() {
    return shown().stream()
        .map(ProcessView::digest)
        .filter(Objects::nonNull)
        .mapToLong(ReportDigest::omittedSites)
        .sum();
  }

  private String heading() {
    if (rows.view().selection().picked() == null) {
      return rows.sites().isEmpty() ? "nothing open" : "SITES of all processes";
    }
    List<ProcessView> processes = shown();
    if (processes.isEmpty()) {
      return "the process has ended and left nothing to report";
    }
    ReportDigest digest = processes.get(0).digest();
    return "SITES of "
        + processes.get(0).pid()
        + ": "
        + (digest == null ? "not judged" : digest.sums().headline());
  }

  private List<Column> heads(boolean all) {
    List<Column> heads = new ArrayList<>();
    heads.add(Column.left(" ", 3));
    heads.add(Column.left(head(SiteOrder.VERDICT), 0));
    heads.add(Column.right(head(SiteOrder.COUNT), 2));
    heads.add(Column.right(head(SiteOrder.BYTES), 4));
    heads.add(Column.right(head(SiteOrder.OPENED), 7));
    heads.add(Column.right(head(SiteOrder.GREW), 6));
    heads.add(Column.left("TYPE", 5));
    if (all) {
      heads.add(Column.right("PID", 8));
    }
    heads.add(Column.flexible("SITE", 1, MIN_TITLE));
    return heads;
  }

  private String head(SiteOrder order) {
    boolean sorted =
        rows.view().panel() != TopView.Panel.NONE && rows.view().order().sites() == order;
    return order.name() + (sorted ? look.glyphs().sorted(!rows.view().order().reversed()) : "");
  }

  private List<Cell> cells(SiteRow row, boolean selected) {
    ReportEntry entry = row.site().entry();
    ReportEntry.Group group = entry.group();
    AttributedStyle style = style(entry);
    long grew = row.site().grownBy();
    return List.of(
        Cell.of((selected ? look.glyphs().pointer() : " ") + (group.leak() ? "!" : " "), style),
        Cell.of(
            group.verdict() + (group.growing() ? "+GROWING" : entry.mayGrow() ? "+GROWING?" : ""),
            style),
        Cell.of(Numbers.grouped(entry.count())),
        Cell.of(entry.bytes() == 0 ? "-" : ShownText.bytes(entry.bytes())),
        Cell.of(ShownText.rate(row.site().openedPerSecond())),
        Cell.of(grew > 0 ? "+" + Numbers.grouped(grew) : Numbers.grouped(grew)),
        Cell.of(row.type()),
        Cell.of(Long.toString(row.process().pid())),
        Cell.of(entry.title()));
  }

  private AttributedStyle style(ReportEntry entry) {
    ReportEntry.Group group = entry.group();
    if (group.leak()) {
      return look.bad();
    }
    if (group.suppressedBy() != null) {
      return look.quiet();
    }
    Verdict verdict = group.verdict();
    return group.growing() || entry.mayGrow() || !verdict.isConclusive()
        ? look.warning()
        : look.good();
  }
}
