package io.ttalloc.top;

import io.ttalloc.text.Numbers;
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
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** Native processes and their chips; chips with equal values share a line. */
final class NativeSection {
  private static final int BAR = 30;
  private static final int MIN_BAR = 6;
  private static final int MIN_PROGRAM = 8;
  private static final int MAX_SPACES = 12;

  /**
   * The minimum number of lines of a table: a header, a row, and a line about the rows that are not
   * shown.
   */
  private static final int MIN_TABLE = 3;

  private static final String UNKNOWN = "-";

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
        // No runtime uses numbers beyond the range of an int; they would be shown as negative
        // numbers.
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
   * the lines, or none if half is not enough for a row of their table.
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
              .lines(chipTable(columns), -1, look, "chip line", columns));
    }
    if (min > 0 && room - forChips >= min) {
      lines.addAll(
          Window.of(processes.size(), -1, room - forChips)
              .lines(processTable(columns), -1, look, "process", columns));
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

  private ColumnTable<ChipMemory> chipTable(int columns) {
    ColumnTable<ChipMemory> table = new ColumnTable<>(List.copyOf(chips.keySet()), columns);
    table.left("CHIP", 0, chip -> Cell.of(DeviceSection.each(devices(chip))));
    table.left(
        "SOURCE", 3, chip -> Cell.of(chip.source().word() + (chip.remote() ? ", remote" : "")));
    table.left("SPACE", 1, chip -> Cell.of(chip.space()));
    table.flexible("", 5, MIN_BAR, this::bar);
    table.right("BYTES", 2, chip -> Cell.of(ShownText.bytes(chip.bytes())));
    table.right("OF", 4, chip -> bytes(chip.capacityBytes()));
    return table;
  }

  private SortedSet<Integer> devices(ChipMemory chip) {
    return chips.getOrDefault(chip, new TreeSet<>());
  }

  private Cell bar(ChipMemory chip) {
    Long capacity = chip.capacityBytes();
    return capacity == null
        ? Cell.of("")
        : new Cell(
            BAR,
            width -> look.glyphs().bar(new long[] {chip.bytes(), 0, 0, 0}, capacity, width),
            DeviceSection.style(Fill.of((double) chip.bytes() / capacity), look));
  }

  private static Cell bytes(@Nullable Long bytes) {
    return Cell.of(bytes == null ? UNKNOWN : ShownText.bytes(bytes));
  }

  private ColumnTable<NativeProcess> processTable(int columns) {
    ColumnTable<NativeProcess> table = new ColumnTable<>(processes, columns);
    table.right("PID", 0, process -> Cell.of(Integer.toString(process.pid())));
    table.left("SOURCE", 3, process -> Cell.of(process.source().word()));
    table.left(
        "STATE",
        1,
        process -> Cell.of(process.state(), process.ended() ? look.warning() : look.good()));
    table.flexible("PROGRAM", 4, MIN_PROGRAM, process -> Cell.of(process.program()));
    table.right("LIVE", 6, process -> count(process.live(), Look.PLAIN));
    table.right("TWICE", 5, process -> count(process.allocatedTwice(), look.bad()));
    table.right("BYTES", 2, process -> bytes(process.bytes()));
    int rank = 7;
    for (String space : spaces) {
      table.right(space, rank++, process -> bytes(process.bytesBySpace().get(space)));
    }
    return table;
  }

  private static Cell count(@Nullable Long count, AttributedStyle ifAny) {
    return count == null
        ? Cell.of(UNKNOWN)
        : Cell.of(Numbers.grouped(count), count > 0 ? ifAny : Look.PLAIN);
  }
}
