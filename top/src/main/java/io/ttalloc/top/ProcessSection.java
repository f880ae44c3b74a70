package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import io.ttalloc.top.ColumnTable.Column;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.ledgers.ProcessState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The list of processes. */
final class ProcessSection {
  /** The age from which a report is marked as old, if a new report would differ. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  private static final int MIN_COMMAND = 8;
  private static final int CURVE = 20;
  private static final int MIN_CURVE = 6;
  private static final String UNKNOWN = "-";

  private final TopRows rows;
  private final Instant now;
  private final Look look;

  /** Whether to show the columns that only some states need. */
  private final boolean old;

  private final boolean moving;

  ProcessSection(TopRows rows, Instant now, Look look) {
    this.rows = rows;
    this.now = now;
    this.look = look;
    this.old = rows.processes().stream().anyMatch(this::isOld);
    this.moving = rows.processes().stream().anyMatch(ProcessSection::isMoving);
  }

  /** Returns the table, to be shown in part. */
  ColumnTable table(int columns) {
    ColumnTable table = new ColumnTable(heads(), columns);
    int selected = pointsAt();
    for (int i = 0; i < rows.processes().size(); i++) {
      table.add(cells(rows.processes().get(i), i == selected));
    }
    return table;
  }

  /**
   * Returns the row of the selected process if the keys work on this list; otherwise a negative
   * number.
   */
  int selected() {
    return rows.view().panel() == TopView.Panel.PROCESSES ? rows.selectedProcess() : -1;
  }

  /** Returns the row of the selected process, or of the one whose sites are shown. */
  private int pointsAt() {
    if (selected() >= 0 || rows.view().selection().picked() == null) {
      return selected();
    }
    for (int i = 0; i < rows.processes().size(); i++) {
      if (rows.processes().get(i).ledger().equals(rows.view().selection().picked())) {
        return i;
      }
    }
    return -1;
  }

  private List<Column> heads() {
    List<Column> heads = new ArrayList<>();
    heads.add(Column.left(" ", 3));
    heads.add(Column.right(head(ProcessOrder.PID), 0));
    heads.add(Column.left(head(ProcessOrder.STATE), 2));
    heads.add(Column.right(head(ProcessOrder.AGE), 10));
    heads.add(Column.flexible("COMMAND", 7, MIN_COMMAND));
    if (moving) {
      heads.add(Column.right(head(ProcessOrder.OPENED), 9));
      heads.add(Column.right(head(ProcessOrder.CLOSED), 11));
    }
    heads.add(Column.right(head(ProcessOrder.LIVE), 4));
    heads.add(Column.right(head(ProcessOrder.BYTES), 6));
    heads.add(Column.right(head(ProcessOrder.LEAKS), 1));
    if (moving) {
      heads.add(Column.flexible("OPEN", 8, MIN_CURVE));
    }
    if (old) {
      heads.add(Column.right("JUDGED", 5));
    }
    return heads;
  }

  private String head(ProcessOrder order) {
    boolean sorted =
        rows.view().panel() != TopView.Panel.NONE && rows.view().order().processes() == order;
    return order.name() + (sorted ? look.glyphs().sorted(!rows.view().order().reversed()) : "");
  }

  private List<Cell> cells(ProcessView view, boolean pointed) {
    ReportDigest digest = view.deleted() ? null : view.digest();
    Duration age = view.age();
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(pointed ? look.glyphs().pointer() : " "));
    cells.add(Cell.of(Long.toString(view.pid())));
    cells.add(state(view));
    cells.add(Cell.of(age == null ? UNKNOWN : ShownText.age(age)));
    cells.add(Cell.of(ProgramName.of(view.pulse().process().command())));
    if (moving) {
      boolean moves = isMoving(view);
      cells.add(Cell.of(moves ? ShownText.rate(view.openedPerSecond()) : UNKNOWN));
      cells.add(Cell.of(moves ? ShownText.rate(view.closedPerSecond()) : UNKNOWN));
    }
    cells.add(Cell.of(digest == null ? UNKNOWN : Numbers.grouped(digest.sums().live())));
    cells.add(Cell.of(digest == null ? UNKNOWN : ShownText.bytes(digest.sums().liveBytes())));
    cells.add(leaks(digest == null ? null : digest.sums().leaks()));
    if (moving) {
      cells.add(curve(view));
    }
    if (old) {
      cells.add(Cell.of(isOld(view) ? judged(view) : ""));
    }
    return cells;
  }

  /** Whether the process was read more than once while it was running. */
  private static boolean isMoving(ProcessView view) {
    return view.openHistory().size() > 1;
  }

  private Cell state(ProcessView view) {
    if (view.deleted()) {
      return Cell.of("gone", look.quiet());
    }
    String word = view.state().word();
    return switch (view.state()) {
      case RUNNING -> Cell.of(word, look.good());
      case KILLED -> Cell.of(word, look.warning());
      case DETACHED, ENDED, UNREADABLE -> Cell.of(word);
    };
  }

  private Cell leaks(@Nullable Long leaks) {
    if (leaks == null) {
      return Cell.of(UNKNOWN);
    }
    return Cell.of(Numbers.grouped(leaks), leaks > 0 ? look.bad() : Look.PLAIN);
  }

  private Cell curve(ProcessView view) {
    return new Cell(
        CURVE,
        width -> isMoving(view) ? look.glyphs().curve(view.openHistory(), width) : "",
        Look.PLAIN);
  }

  private boolean isOld(ProcessView view) {
    ReportDigest digest = view.digest();
    return view.state() == ProcessState.RUNNING
        && view.outdated()
        && digest != null
        && digest.reading().at().plus(FRESH).isBefore(now);
  }

  private String judged(ProcessView view) {
    ReportDigest digest = view.digest();
    return digest == null ? "" : ShownText.age(Duration.between(digest.reading().at(), now));
  }

  /** Returns the head and as many rows as fit, including the selected one. */
  List<AttributedString> lines(int columns, int max) {
    return Window.of(rows.processes().size(), pointsAt(), max)
        .lines(table(columns), selected(), look, "processes", columns);
  }
}
