package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.ledgers.ProcessState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The list of processes. */
final class ProcessSection {
  /** The age from which a report is marked as old if a new report would be different. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  private static final int MIN_COMMAND = 8;
  private static final int CURVE = 20;
  private static final int MIN_CURVE = 6;
  private static final String UNKNOWN = "-";

  private final TopRows rows;
  private final Instant now;
  private final Look look;

  /** Whether any report is marked as old, which needs an additional column. */
  private final boolean old;

  private final boolean moving;

  ProcessSection(TopRows rows, Instant now, Look look) {
    this.rows = rows;
    this.now = now;
    this.look = look;
    this.old = rows.processes().stream().anyMatch(this::isOld);
    this.moving = rows.processes().stream().anyMatch(ProcessSection::isMoving);
  }

  /** Returns the table with all rows. */
  private ColumnTable<ProcessView> table(int columns, int pointed) {
    List<ProcessView> all = rows.processes();
    ColumnTable<ProcessView> table = new ColumnTable<>(all, columns);
    Path pointedTo = pointed < 0 ? null : all.get(pointed).ledger();
    table.left(
        " ", 3, view -> Cell.of(view.ledger().equals(pointedTo) ? look.glyphs().pointer() : " "));
    table.right(head(ProcessOrder.PID), 0, view -> Cell.of(Long.toString(view.pid())));
    table.left(head(ProcessOrder.STATE), 2, this::state);
    table.right(head(ProcessOrder.AGE), 10, view -> of(view.age(), ShownText::age));
    table.flexible(
        "COMMAND",
        7,
        MIN_COMMAND,
        view -> Cell.of(ProgramName.of(view.pulse().process().command())));
    if (moving) {
      table.right(head(ProcessOrder.OPENED), 9, view -> rate(view, view.openedPerSecond()));
      table.right(head(ProcessOrder.CLOSED), 11, view -> rate(view, view.closedPerSecond()));
    }
    table.right(
        head(ProcessOrder.LIVE), 4, view -> of(sums(view), it -> Numbers.grouped(it.live())));
    table.right(
        head(ProcessOrder.BYTES), 6, view -> of(sums(view), it -> ShownText.bytes(it.liveBytes())));
    table.right(head(ProcessOrder.LEAKS), 1, this::leaks);
    if (moving) {
      table.flexible("OPEN", 8, MIN_CURVE, this::curve);
    }
    if (old) {
      table.right("JUDGED", 5, view -> Cell.of(isOld(view) ? judged(view) : ""));
    }
    return table;
  }

  private static ReportDigest.@Nullable Sums sums(ProcessView view) {
    ReportDigest digest = view.deleted() ? null : view.digest();
    return digest == null ? null : digest.sums();
  }

  private static <T> Cell of(@Nullable T value, Function<T, String> text) {
    return Cell.of(value == null ? UNKNOWN : text.apply(value));
  }

  private static Cell rate(ProcessView view, double perSecond) {
    return Cell.of(isMoving(view) ? ShownText.rate(perSecond) : UNKNOWN);
  }

  /**
   * Returns the row of the selected process if this list receives the keys; otherwise a negative
   * number.
   */
  int selected() {
    return rows.view().panel() == TopView.Panel.PROCESSES ? rows.selectedProcess() : -1;
  }

  /**
   * Returns the row of the selected process, or of the process whose sites are shown; negative if
   * there is none.
   */
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

  private String head(ProcessOrder order) {
    boolean sorted =
        rows.view().panel() != TopView.Panel.NONE && rows.view().order().processes() == order;
    return order.name() + (sorted ? look.glyphs().sorted(!rows.view().order().reversed()) : "");
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

  private Cell leaks(ProcessView view) {
    ReportDigest.Sums sums = sums(view);
    Long leaks = sums == null ? null : sums.leaks();
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

  /** Returns the header line and as many rows as fit, including the selected one. */
  List<AttributedString> lines(int columns, int max) {
    int pointed = pointsAt();
    return Window.of(rows.processes().size(), pointed, max)
        .lines(table(columns, pointed), selected(), look, "process", columns);
  }
}
