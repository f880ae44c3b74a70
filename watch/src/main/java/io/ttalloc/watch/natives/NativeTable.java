package io.ttalloc.watch.natives;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats native processes as text, in lines of at most {@value #COLUMNS} columns: a line for each
 * process, followed by the bytes in each space.
 */
public final class NativeTable {
  private static final int COLUMNS = 80;
  private static final int PROGRAM = 3;
  private static final int MAX_PROGRAM = 24;
  private static final String UNKNOWN = "-";
  private static final String GAP = "  ";

  private static final List<String> HEAD =
      List.of("PID", "SOURCE", "STATE", "PROGRAM", "LIVE", "TWICE", "BYTES");

  /** Whether each column is right-aligned, as columns of numbers are. */
  private static final List<Boolean> RIGHT = List.of(true, false, false, false, true, true, true);

  private NativeTable() {}

  /**
   * Prints the processes that are running or have left memory allocated; prints nothing if there
   * are none.
   */
  public static void print(NativeState state, int limit, PrintWriter out) {
    List<NativeProcess> all = state.relevant();
    if (all.isEmpty()) {
      return;
    }
    List<NativeProcess> shown = all.subList(0, Math.min(limit, all.size()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    shown.forEach(process -> rows.add(cells(process)));
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    widths[PROGRAM] = Math.min(widths[PROGRAM], MAX_PROGRAM);
    out.println("native processes:");
    out.println(line(HEAD, widths));
    for (int i = 0; i < shown.size(); i++) {
      out.println(line(rows.get(i + 1), widths));
      printSpaces(shown.get(i).bytesBySpace(), widths[0], out);
    }
    if (all.size() > shown.size()) {
      out.println(
          Numbers.counted(all.size() - shown.size(), "more native process") + ": --limit N");
    }
    if (isTwice(shown)) {
      out.println(
          "if socket and region both list a process, they count the same bytes; do not add them");
    }
  }

  /** Whether there is a process that two sources report. */
  private static boolean isTwice(List<NativeProcess> shown) {
    Set<Integer> bySocket =
        shown.stream()
            .filter(process -> process.source() == NativeSource.SOCKET)
            .map(NativeProcess::pid)
            .collect(Collectors.toSet());
    return shown.stream()
        .anyMatch(
            process -> process.source() == NativeSource.REGION && bySocket.contains(process.pid()));
  }

  private static List<String> cells(NativeProcess process) {
    return List.of(
        Integer.toString(process.pid()),
        process.source().word(),
        process.state(),
        process.program(),
        number(process.live()),
        number(process.allocatedTwice()),
        Numbers.bytes(process.bytes()));
  }

  private static String number(@Nullable Long number) {
    return number == null ? UNKNOWN : Numbers.grouped(number);
  }

  /** Prints the bytes in each space, indented below the process, in as many lines as needed. */
  private static void printSpaces(Map<String, Long> bytes, int pidWidth, PrintWriter out) {
    String begin = " ".repeat(pidWidth);
    StringBuilder line = new StringBuilder(begin);
    String between = GAP;
    for (Map.Entry<String, Long> space : bytes.entrySet()) {
      String part = space.getKey() + " " + Numbers.bytes(space.getValue());
      if (line.length() + between.length() + part.length() >= COLUMNS && !between.equals(GAP)) {
        out.println(line.append(','));
        line = new StringBuilder(begin);
        between = GAP;
      }
      line.append(between).append(part);
      between = ", ";
    }
    if (!bytes.isEmpty()) {
      out.println(line);
    }
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = ProgramName.shortened(cells.get(i), widths[i]);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP).append(RIGHT.get(i) ? padding + cell : cell + padding);
    }
    return line.toString();
  }
}
