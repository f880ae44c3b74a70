package io.ttalloc.top;

import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.natives.NativeState;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * Computes the whole screen: a pure function of the open resources, the user's selection and the
 * size of the screen.
 */
public final class TopFrame {
  /**
   * The number of lines around the lists: the first and the last line of the screen, which are
   * always present.
   */
  static final int LINES_AROUND = 2;

  private static final int FOR_BLANK_LINES = 20;
  private static final int MAX_NOTES = 2;

  /**
   * The minimum number of lines of a table: a header, a row, and a line about the rows that are not
   * shown.
   */
  private static final int MIN_SHARE = 3;

  private static final int ALL = Integer.MAX_VALUE / 2;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final MachineState state;
  private final NativeState natives;
  private final TopView view;
  private final Look look;
  private final int columns;
  private final TopRows rows;

  private TopFrame(TopState shown, TopView view, Look look, int columns) {
    this.state = shown.machine();
    this.natives = shown.natives();
    this.view = view;
    this.look = look;
    this.columns = columns;
    this.rows = TopRows.of(state, view);
  }

  /**
   * Returns as many lines as the screen has, none wider than the screen.
   *
   * @param height at least 1
   */
  public static List<AttributedString> screen(
      TopState state, TopView view, Look look, int columns, int height) {
    TopFrame frame = new TopFrame(state, view, look, columns);
    List<AttributedString> lines = new ArrayList<>();
    lines.add(frame.header());
    int room = height - LINES_AROUND;
    boolean text = view.panel() == TopView.Panel.FINDING || view.panel() == TopView.Panel.HELP;
    lines.addAll(text ? frame.text(room) : frame.lists(room));
    List<AttributedString> shown =
        new ArrayList<>(lines.subList(0, Math.max(1, Math.min(lines.size(), height - 1))));
    while (shown.size() < height - 1) {
      shown.add(AttributedString.EMPTY);
    }
    if (height > 1) {
      shown.add(frame.footer());
    }
    return shown;
  }

  /** Returns all lines of all lists, without a limit on their number. */
  public static List<AttributedString> whole(TopState state, Look look, int columns) {
    TopFrame frame = new TopFrame(state, TopView.WITHOUT_KEYS, look, columns);
    List<AttributedString> lines = new ArrayList<>();
    lines.add(frame.header());
    List<AttributedString> devices = frame.devices(ALL);
    lines.addAll(devices);
    MachineState machine = state.machine();
    if (!machine.processes().isEmpty()) {
      lines.add(AttributedString.EMPTY);
      lines.addAll(new ProcessSection(frame.rows, machine.at(), look).lines(columns, ALL));
      lines.add(AttributedString.EMPTY);
      lines.addAll(new SiteSection(machine, frame.rows, look).lines(columns, ALL));
    }
    List<AttributedString> natives = new NativeSection(state.natives(), look).lines(columns, ALL);
    if (!natives.isEmpty()) {
      lines.add(AttributedString.EMPTY);
      lines.addAll(natives);
    }
    frame.notes(ALL).forEach(lines::add);
    return lines;
  }

  private AttributedString header() {
    List<String> parts = new ArrayList<>();
    parts.add("tt-alloc top");
    if (view.paused()) {
      parts.add("PAUSED");
    }
    if (state.processes().isEmpty()) {
      parts.add("no ledgers");
    }
    long leaks = state.processes().stream().mapToLong(TopFrame::leaks).reduce(0, SaturatedSum::of);
    if (leaks > 0) {
      long leaking = state.processes().stream().filter(process -> leaks(process) > 0).count();
      String all = Numbers.counted(state.processes().size(), "process");
      parts.add(Numbers.counted(leaks, "leak") + " in " + Numbers.grouped(leaking) + " of " + all);
    }
    for (ProcessState each : ProcessState.values()) {
      long count = state.processes().stream().filter(process -> process.state() == each).count();
      if (count > 0) {
        parts.add(Numbers.grouped(count) + " " + each.word());
      }
    }
    int shown = parts.size();
    while (shown > 1 && !fits(parts.subList(0, shown), columns)) {
      shown--;
    }
    List<String> fitting = new ArrayList<>(parts.subList(0, shown));
    fitting.add(1, TIME.format(ZonedDateTime.ofInstant(state.at(), look.zone())));
    if (!fits(fitting, columns)) {
      // The time is omitted, because it is less important than the counts.
      fitting.remove(1);
    }
    return joined(fitting, "  ", look.heading());
  }

  private static boolean fits(List<String> parts, int columns) {
    return ShownText.columns(String.join("  ", parts)) <= columns;
  }

  /** The number of known leaks of a process; 0 if there are none. */
  private static long leaks(ProcessView process) {
    ReportDigest digest = process.digest();
    return digest == null ? 0 : Objects.requireNonNullElse(digest.sums().leaks(), 0L);
  }

  /** Joins the parts that fit, shortening the first one if necessary. */
  private AttributedString joined(List<String> parts, String between, AttributedStyle style) {
    StringBuilder line = new StringBuilder(ShownText.head(parts.get(0), columns));
    for (String part : parts.subList(1, parts.size())) {
      if (ShownText.columns(line + between + part) <= columns) {
        line.append(between).append(part);
      }
    }
    return new AttributedString(line.toString(), style);
  }

  private AttributedString footer() {
    String prompt = view.prompt();
    if (prompt != null) {
      var process = rows.process();
      String asked = "mark process " + (process == null ? "" : process.pid()) + ": ";
      String typed = VisibleText.of(prompt) + "_";
      int room = Math.max(1, columns - asked.length());
      // Only the end of a long name is shown, because that is where the user types.
      while (ShownText.columns(typed) > room) {
        typed = typed.substring(typed.offsetByCodePoints(0, 1));
      }
      return new AttributedString(ShownText.head(asked + typed, columns), look.heading());
    }
    if (!view.message().isEmpty()) {
      String message = ShownText.shortened(VisibleText.of(view.message()), columns);
      return new AttributedString(message, look.heading());
    }
    return joined(keys(), "  ", look.quiet());
  }

  private List<String> keys() {
    return switch (view.panel()) {
      case PROCESSES ->
          List.of("q quit", "? help", "enter sites", "s sort", "m mark", "p pause", "tab sites");
      case SITES ->
          List.of("q quit", "? help", "enter stacks", "esc back", "s sort", "m mark", "p pause");
      case FINDING -> List.of("q quit", "esc back", "up, down scroll", "m mark", "p pause");
      case NONE -> List.of("");
      case HELP -> List.of("q quit", "esc back", TextPanel.legend(look.glyphs()));
    };
  }

  private List<AttributedString> text(int room) {
    List<String> all = TextPanel.lines(state, view, columns);
    int from = Math.max(0, Math.min(view.scroll(), all.size() - room));
    return all.subList(from, Math.min(all.size(), from + Math.max(0, room))).stream()
        .map(line -> new AttributedString(ShownText.head(line, columns), Look.PLAIN))
        .toList();
  }

  /**
   * Returns devices, processes, sites, native processes and notes, which share the available lines.
   * The list that receives key presses first gets up to half of the lines; lines that one part does
   * not need go to the others.
   */
  private List<AttributedString> lists(int height) {
    boolean blank = height + LINES_AROUND >= FOR_BLANK_LINES;
    List<AttributedString> notes = notes(MAX_NOTES);
    NativeSection nativeSection = new NativeSection(natives, look);
    int nativeLines = nativeSection.lines();
    int blanks = blank ? 2 + (nativeLines > 0 ? 1 : 0) : 0;
    int room = Math.max(0, height - notes.size() - blanks);
    SiteSection siteSection = new SiteSection(state, rows, look);
    int deviceLines = devices(ALL).size();
    int processLines = rows.processes().isEmpty() ? 0 : rows.processes().size() + 1;
    int siteLines = rows.processes().isEmpty() ? 0 : siteSection.lines();
    boolean onSites = view.panel() == TopView.Panel.SITES;
    int[] shares =
        onSites
            ? shares(room, siteLines, processLines, nativeLines, deviceLines)
            : shares(room, processLines, siteLines, nativeLines, deviceLines);

    List<AttributedString> lines = new ArrayList<>(devices(shares[3]));
    if (processLines > 0) {
      if (blank && !lines.isEmpty()) {
        lines.add(AttributedString.EMPTY);
      }
      int processes = shares[onSites ? 1 : 0];
      if (processes > 0) {
        lines.addAll(new ProcessSection(rows, state.at(), look).lines(columns, processes));
      }
      if (blank) {
        lines.add(AttributedString.EMPTY);
      }
      lines.addAll(siteSection.lines(columns, shares[onSites ? 0 : 1]));
    }
    if (shares[2] > 0) {
      if (blank) {
        lines.add(AttributedString.EMPTY);
      }
      lines.addAll(nativeSection.lines(columns, shares[2]));
    }
    lines.addAll(notes);
    return lines;
  }

  /** Distributes the lines among the parts, which are given in order of importance. */
  private static int[] shares(int room, int... needs) {
    int[] shares = new int[needs.length];
    int left = room;
    for (int i = 0; i < needs.length; i++) {
      int fair = i == needs.length - 1 ? left : Math.max(MIN_SHARE, left / 2);
      int share = Math.min(Math.min(needs[i], fair), left);
      // A header without a row is useless.
      shares[i] = share < Math.min(needs[i], MIN_SHARE) ? 0 : share;
      left -= shares[i];
    }
    for (int i = 0; i < needs.length; i++) {
      int more = shares[i] == 0 ? 0 : Math.min(needs[i] - shares[i], left);
      shares[i] += more;
      left -= more;
    }
    return shares;
  }

  private List<AttributedString> devices(int max) {
    List<AttributedString> all = DeviceSection.lines(state.devices(), look, columns);
    if (all.size() <= max) {
      return all;
    }
    if (max == 0) {
      return List.of();
    }
    List<AttributedString> some = new ArrayList<>(all.subList(0, Math.max(0, max - 1)));
    String more = "  and " + Numbers.grouped(all.size() - some.size()) + " more device lines";
    some.add(new AttributedString(ShownText.head(more, columns), look.quiet()));
    return some;
  }

  /** Returns notes on what the screen cannot show, one line each. */
  private List<AttributedString> notes(int max) {
    List<String> notes = new ArrayList<>();
    if (state.omitted() > 0) {
      notes.add(Numbers.counted(state.omitted(), "more ledger") + " not shown");
    }
    if (state.ofOthers() > 0) {
      notes.add(Numbers.counted(state.ofOthers(), "ledger") + " of other users not opened");
    }
    state.problems().forEach(problem -> notes.add("tt-alloc: " + VisibleText.of(problem)));
    natives.problems().forEach(problem -> notes.add("tt-alloc: " + VisibleText.of(problem)));
    return notes.subList(0, Math.min(max, notes.size())).stream()
        .map(note -> new AttributedString(ShownText.shortened(note, columns), look.warning()))
        .toList();
  }
}
