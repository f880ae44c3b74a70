package io.ttalloc.monitor.top;

import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.monitor.natives.ChipMemory;
import io.ttalloc.monitor.natives.NativeProcess;
import io.ttalloc.monitor.natives.NativeState;
import io.ttalloc.monitor.top.ColumnTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/** TT-Metal's own processes: their chips, of which those that are alike share a line, and they. */
final class NativeSection {
  private static final int BAR = 30;
  private static final int LEAST_BAR = 6;
  private static final int LEAST_PROGRAM = 8;
  private static final int LEAST_SPACES = 12;
  private static final String UNKNOWN = "-";


  private static final List<Column> CHIPS =
      List.of(
          Column.left("CHIP", 0),
          Column.left("SOURCE", 3),
          Column.left("SPACE", 1),
          Column.flexible("", 5, LEAST_BAR),
          Column.right("BYTES", 2),
          Column.right("OF", 4));

  private static final List<Column> PROCESSES =
      List.of(
          Column.right("PID", 0),
          Column.left("SOURCE", 3),
          Column.left("STATE", 1),
          Column.flexible("PROGRAM", 4, LEAST_PROGRAM),
          Column.right("LIVE", 5),
          Column.right("TWICE", 6),
          Column.right("BYTES", 2),
          Column.flexible("BY SPACE", 7, LEAST_SPACES));

  private final List<NativeProcess> processes;

  /** The numbers of the devices that are alike. */
  private final Map<ChipMemory, TreeSet<Integer>> chips = new LinkedHashMap<>();

  private final Look look;

  NativeSection(NativeState state, Look look) {
    this.processes = state.relevant();
    this.look = look;
    for (ChipMemory chip : state.chips()) {
      if (chip.bytes() > 0) {
        // Numbers beyond those of TT-Metal are shown as what they are as signed ones.
        chips.computeIfAbsent(alike(chip), key -> new TreeSet<>()).add((int) chip.device());
      }
    }
  }

  private static ChipMemory alike(ChipMemory chip) {
    return new ChipMemory(
        chip.source(), null, 0, chip.remote(), chip.space(), chip.bytes(), chip.capacityBytes());
  }

  /** How many lines it has if all of it is shown. */
  int lines() {
    int table = chips.isEmpty() ? 0 : chips.size() + 1;
    int list = processes.isEmpty() ? 0 : processes.size() + 1;
    return table + list == 0 ? 0 : 1 + table + list;
  }

  /** A heading, the chips, and the processes; the chips get half of the room if it is scarce. */
  List<AttributedString> lines(int columns, int most) {
    List<AttributedString> lines = new ArrayList<>();
    if (lines() == 0 || most == 0) {
      return lines;
    }
    String heading = ShownText.head("TT-METAL'S OWN PROCESSES", columns);
    lines.add(new AttributedString(heading, look.heading()));
    int room = most - 1;
    int forProcesses = processes.isEmpty() ? 0 : processes.size() + 1;
    int forChips = Math.max(room - forProcesses, room / 2);
    if (!chips.isEmpty() && forChips > 0) {
      lines.addAll(
          Window.of(chips.size(), -1, forChips)
              .lines(chipTable(columns), -1, look, "lines of chips", columns));
    }
    int left = most - lines.size();
    if (!processes.isEmpty() && left > 0) {
      lines.addAll(
          Window.of(processes.size(), -1, left)
              .lines(processTable(columns), -1, look, "processes", columns));
    }
    return lines.subList(0, Math.min(most, lines.size()));
  }

  private ColumnTable chipTable(int columns) {
    ColumnTable table = new ColumnTable(CHIPS, columns);
    chips.forEach((chip, devices) -> table.add(row(chip, devices)));
    return table;
  }

  private List<Cell> row(ChipMemory chip, TreeSet<Integer> devices) {
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
                look.good()),
        Cell.of(ShownText.bytes(chip.bytes())),
        Cell.of(capacity == null ? UNKNOWN : ShownText.bytes(capacity)));
  }

  private ColumnTable processTable(int columns) {
    ColumnTable table = new ColumnTable(PROCESSES, columns);
    processes.forEach(process -> table.add(row(process)));
    return table;
  }

  private List<Cell> row(NativeProcess process) {
    Long live = process.live();
    Long twice = process.allocatedTwice();
    String bySpace =
        process.bytesBySpace().entrySet().stream()
            .map(space -> space.getKey() + " " + ShownText.bytes(space.getValue()))
            .collect(Collectors.joining(", "));
    return List.of(
        Cell.of(Integer.toString(process.pid())),
        Cell.of(process.source().word()),
        Cell.of(process.state(), process.ended() ? look.warning() : look.good()),
        Cell.of(process.program()),
        Cell.of(live == null ? UNKNOWN : Numbers.grouped(live)),
        twice == null
            ? Cell.of(UNKNOWN)
            : Cell.of(Numbers.grouped(twice), twice > 0 ? look.bad() : Look.PLAIN),
        Cell.of(ShownText.bytes(process.bytes())),
        Cell.of(bySpace));
  }
}
