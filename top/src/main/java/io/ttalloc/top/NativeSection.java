package io.ttalloc.top;

import io.ttalloc.text.Numbers;
import io.ttalloc.top.ColumnTable.Column;
import io.ttalloc.watch.DeviceUse.Fill;
import io.ttalloc.watch.natives.ChipMemory;
import io.ttalloc.watch.natives.NativeProcess;
import io.ttalloc.watch.natives.NativeState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jline.utils.AttributedString;

/** Native processes and their chips; chips with equal values share a line. */
final class NativeSection {
  private static final int BAR = 30;
  private static final int MIN_BAR = 6;
  private static final int MIN_PROGRAM = 8;
  private static final int MAX_SPACES = 12;

  /** The minimum number of lines of a table: a head, a row, and a line about the other rows. */
  private static final int MIN_TABLE = 3;

  private static final String UNKNOWN = "-";

  private static final List<Column> CHIPS =
      List.of(
          Column.left("CHIP", 0),
          Column.left("SOURCE", 3),
          Column.left("SPACE", 1),
          Column.flexible("", 5, MIN_BAR),
          Column.right("BYTES", 2),
          Column.right("OF", 4));

  private static final List<Column> PROCESSES =
      List.of(
          Column.right("PID", 0),
          Column.left("SOURCE", 3),
          Column.left("STATE", 1),
          Column.flexible("PROGRAM", 4, MIN_PROGRAM),
          Column.right("LIVE", 6),
          Column.right("TWICE", 5),
          Column.right("BYTES", 2));

  private final List<NativeProcess> processes;

  /** The device numbers of chips with equal values. */
  private final Map<ChipMemory, SortedSet<Integer>> chips = new LinkedHashMap<>();

  /** The spaces in which any process has allocations. */
  private final List<String> spaces;

  private final Look look;

  NativeSection(NativeState state, Look look) {
    this.processes = state.relevant();
    this.look = look;
    SortedMap<String, Long> all = new TreeMap<>();
    for (NativeProcess process : processes) {
      SortedMap<String, Long> bytes = process.bytesBySpace();
      all = all.isEmpty() ? bytes : all;
      all.putAll(bytes);
    }
    this.spaces = all.keySet().stream().limit(MAX_SPACES).toList();
    for (ChipMemory chip : state.chips()) {
      if (chip.bytes() > 0) {
        // A number beyond the range of an int, which no runtime uses, is shown as a signed number.
        chips.computeIfAbsent(alike(chip), key -> new TreeSet<>()).add((int) chip.device());
      }
    }
  }

  private static ChipMemory alike(ChipMemory chip) {
    return new ChipMemory(
        chip.source(), null, 0, chip.remote(), chip.space(), chip.bytes(), chip.capacityBytes());
  }

  /** The number of lines that the section has if all of it is shown. */
  int lines() {
    int table = chips.isEmpty() ? 0 : chips.size() + 1;
    int list = processes.isEmpty() ? 0 : processes.size() + 1;
    return table + list == 0 ? 0 : 1 + table + list;
  }

  /**
   * Returns a heading, the chips, and the processes. If there is little room, the chips get half of
   * it, or nothing if the table would otherwise have no row.
   */
  List<AttributedString> lines(int columns, int max) {
    if (lines() == 0 || max == 0) {
      return List.of();
    }
    int room = max - 1;
    int all = processes.isEmpty() ? 0 : processes.size() + 1;
    int min = Math.min(MIN_TABLE, all);
    int forChips = chips.isEmpty() ? 0 : chips.size() + 1;
    int shared = Math.min(Math.max(room - all, room / 2), room - min);
    boolean withChips = shared >= Math.min(MIN_TABLE, forChips);
    forChips = withChips ? Math.min(forChips, shared) : 0;

    List<AttributedString> lines = new ArrayList<>();
    lines.add(new AttributedString(ShownText.head(heading(), columns), look.heading()));
    if (forChips > 0) {
      lines.addAll(
          Window.of(chips.size(), -1, forChips)
              .lines(chipTable(columns), -1, look, "lines of chips", columns));
    }
    if (min > 0 && room - forChips >= min) {
      lines.addAll(
          Window.of(processes.size(), -1, room - forChips)
              .lines(processTable(columns), -1, look, "processes", columns));
    }
    return lines;
  }

  /** Returns the heading; a process that several sources report counts once. */
  private String heading() {
    long running = count(false);
    long ended = count(true);
    List<String> counts = new ArrayList<>();
    if (running > 0) {
      counts.add(Numbers.grouped(running) + " running");
    }
    if (ended > 0) {
      counts.add(Numbers.grouped(ended) + " ended");
    }
    String heading = "NATIVE PROCESSES";
    return counts.isEmpty() ? heading : heading + ": " + String.join(", ", counts);
  }

  private long count(boolean ended) {
    return processes.stream()
        .filter(process -> process.ended() == ended)
        .map(NativeProcess::pid)
        .distinct()
        .count();
  }

  private ColumnTable chipTable(int columns) {
    ColumnTable table = new ColumnTable(CHIPS, columns);
    chips.forEach((chip, devices) -> table.add(row(chip, devices)));
    return table;
  }

  private List<Cell> row(ChipMemory chip, SortedSet<Integer> devices) {
    Long capacity = chip.capacityBytes();
    return List.of(
        Cell.of(Numbers.ranges(devices) + (devices.size() > 1 ? " each" : "")),
        Cell.of(chip.source().word() + (chip.remote() ? ", remote" : "")),
        Cell.of(chip.space()),
        capacity == null
            ? Cell.of("")
            : new Cell(
                BAR,
                width -> look.glyphs().bar(new long[] {chip.bytes(), 0, 0, 0}, capacity, width),
                DeviceSection.style(Fill.of((double) chip.bytes() / capacity), look)),
        Cell.of(ShownText.bytes(chip.bytes())),
        Cell.of(capacity == null ? UNKNOWN : ShownText.bytes(capacity)));
  }

  private ColumnTable processTable(int columns) {
    List<Column> heads = new ArrayList<>(PROCESSES);
    for (String space : spaces) {
      heads.add(Column.right(space, heads.size()));
    }
    ColumnTable table = new ColumnTable(heads, columns);
    processes.forEach(process -> table.add(row(process)));
    return table;
  }

  private List<Cell> row(NativeProcess process) {
    Long live = process.live();
    Long twice = process.allocatedTwice();
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(Integer.toString(process.pid())));
    cells.add(Cell.of(process.source().word()));
    cells.add(Cell.of(process.state(), process.ended() ? look.warning() : look.good()));
    cells.add(Cell.of(process.program()));
    cells.add(Cell.of(live == null ? UNKNOWN : Numbers.grouped(live)));
    cells.add(
        twice == null
            ? Cell.of(UNKNOWN)
            : Cell.of(Numbers.grouped(twice), twice > 0 ? look.bad() : Look.PLAIN));
    cells.add(Cell.of(ShownText.bytes(process.bytes())));
    SortedMap<String, Long> bytes = process.bytesBySpace();
    for (String space : spaces) {
      Long amount = bytes.get(space);
      cells.add(Cell.of(amount == null ? UNKNOWN : ShownText.bytes(amount)));
    }
    return cells;
  }
}
