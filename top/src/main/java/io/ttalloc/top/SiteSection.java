package io.ttalloc.top;

import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** The list of sites: the places in the code that opened the open resources. */
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
    boolean focused = rows.view().panel() == TopView.Panel.SITES;
    int selected = focused ? rows.selectedSite() : -1;
    int room = max - 1 - (omitted() > 0 ? 1 : 0);
    lines.addAll(
        Window.of(rows.sites().size(), selected, room)
            .lines(table(columns, selected), selected, look, "site", columns));
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

  private ColumnTable<SiteRow> table(int columns, int selected) {
    ColumnTable<SiteRow> table = new ColumnTable<>(rows.sites(), columns);
    SiteRow.Id pointed = selected < 0 ? null : rows.sites().get(selected).id();
    table.left(" ", 3, row -> mark(row, row.id().equals(pointed)));
    table.left(head(SiteOrder.VERDICT), 0, row -> verdict(row.site().entry()));
    table.right(
        head(SiteOrder.COUNT), 2, row -> Cell.of(Numbers.grouped(row.site().entry().count())));
    table.right(head(SiteOrder.BYTES), 4, row -> bytes(row.site().entry().bytes()));
    table.right(
        head(SiteOrder.OPENED), 7, row -> Cell.of(ShownText.rate(row.site().openedPerSecond())));
    table.right(head(SiteOrder.GREW), 6, row -> grew(row.site().grownBy()));
    table.left("TYPE", 5, row -> Cell.of(row.type()));
    if (rows.view().selection().picked() == null) {
      table.right("PID", 8, row -> Cell.of(Long.toString(row.process().pid())));
    }
    table.flexible("SITE", 1, MIN_TITLE, row -> Cell.of(row.site().entry().title()));
    return table;
  }

  private Cell mark(SiteRow row, boolean pointed) {
    ReportEntry entry = row.site().entry();
    String leak = entry.group().leak() ? "!" : " ";
    return Cell.of((pointed ? look.glyphs().pointer() : " ") + leak, style(entry));
  }

  private Cell verdict(ReportEntry entry) {
    ReportEntry.Group group = entry.group();
    String growth = group.growing() ? "+GROWING" : entry.mayGrow() ? "+GROWING?" : "";
    return Cell.of(group.verdict() + growth, style(entry));
  }

  private static Cell bytes(long bytes) {
    return Cell.of(bytes == 0 ? "-" : ShownText.bytes(bytes));
  }

  private static Cell grew(long grew) {
    return Cell.of((grew > 0 ? "+" : "") + Numbers.grouped(grew));
  }

  private String head(SiteOrder order) {
    boolean sorted =
        rows.view().panel() != TopView.Panel.NONE && rows.view().order().sites() == order;
    return order.name() + (sorted ? look.glyphs().sorted(!rows.view().order().reversed()) : "");
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
