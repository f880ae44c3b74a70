package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.Amount;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.fold.Ownership;
import io.ttalloc.analysis.report.CallerLines;
import io.ttalloc.analysis.report.Callers;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes one numbered entry: the findings of one owner and one call, with their stacks. */
final class EntryText {
  private static final String INDENT = "     ";
  private static final int SITES_NAMED = 3;
  private static final int LETTERS = 26;

  /** The maximum number of rows of one entry. */
  private static final int ROWS = 20;

  private final Lines lines;
  private final StackText stacks;
  private final FindingDetails details;
  private final int number;

  EntryText(Lines lines, StackText stacks, FindingDetails details, int number) {
    this.lines = lines;
    this.stacks = stacks;
    this.details = details;
    this.number = number;
  }

  void write(ReportEntry entry) {
    List<ReportRow> rows = entry.rows().subList(0, Math.min(ROWS, entry.rows().size()));
    lines.line(heading(entry));
    int width = 0;
    List<FindingDetails.Detail> common = new ArrayList<>(details.common(rows.get(0).sum()));
    for (ReportRow row : rows) {
      width = Math.max(width, row.sum().type().name().length() + 3);
      common.retainAll(details.common(row.sum()));
    }
    common.removeIf(FindingDetails.Detail::countsItsOwn);
    boolean several = rows.size() > 1;
    for (int i = 0; i < rows.size(); i++) {
      Finding finding = rows.get(i).sum();
      String type = Numbers.spoken(finding.type().name());
      lines.line(INDENT + letter(i, several) + Lines.padded(type, width) + amount(finding));
      List<FindingDetails.Detail> own = new ArrayList<>(details.own(finding));
      own.addAll(details.common(finding));
      if (several) {
        own.removeAll(common);
      }
      write(INDENT + "  ", own, "");
    }
    if (several) {
      write(INDENT, common, "each ");
    }
    if (rows.size() < entry.rows().size()) {
      int more = entry.rows().size() - rows.size();
      lines.line(INDENT + "and " + Numbers.counted(more, "more row") + " with other opening lines");
    }
    for (int i = 0; i < rows.size(); i++) {
      stack(rows.get(i), letter(i, several));
    }
  }

  private void stack(ReportRow row, String letter) {
    Finding finding = row.sum();
    String what = letter.isEmpty() ? "" : letter + Numbers.spoken(finding.type().name()) + " ";
    String name = number + letter.replace(") ", "");
    String heading = what + "opened at " + sites(finding);
    Callers callers = row.callers();
    if (callers == null) {
      heading += row.stacks() == 1 ? "" : " by " + alike(row.stacks());
      stacks.write(INDENT, heading, finding.opening(), name);
      return;
    }
    stacks.writeLine(INDENT, heading, finding.opening());
    lines.line(INDENT + "  called from " + Numbers.grouped(row.stacks()) + " stacks");
    for (String line : CallerLines.of(callers)) {
      lines.line(INDENT + "    " + line);
    }
  }

  /**
   * A note for stacks that are counted as one: {@code 8 stacks that differ only in recursion or
   * executors}.
   */
  private static String alike(int stacks) {
    return Numbers.grouped(stacks) + " stacks that differ only in recursion or executors";
  }

  /**
   * Returns the letter for a row and its stack if the entry has several rows: {@code a) }, {@code
   * aa) }.
   */
  private static String letter(int index, boolean several) {
    if (!several) {
      return "";
    }
    String more = index < LETTERS ? "" : String.valueOf((char) ('a' + index / LETTERS - 1));
    return more + (char) ('a' + index % LETTERS) + ") ";
  }

  private void write(String indent, List<FindingDetails.Detail> all, String beforeGrowth) {
    for (FindingDetails.Detail detail : all) {
      String before = detail.label().equals("growth") ? beforeGrowth : "";
      lines.line(indent + Lines.padded(detail.label(), 9) + before + detail.text());
    }
  }

  private String heading(ReportEntry entry) {
    Map<String, Long> bytesBySpace = new TreeMap<>();
    for (ReportRow row : entry.rows()) {
      Finding finding = row.sum();
      String space = finding.location().space();
      if (finding.amount().regionBytes() > 0) {
        bytesBySpace.merge(space == null ? "" : space, finding.amount().regionBytes(), Long::sum);
      }
    }
    StringBuilder text = new StringBuilder("  ").append(number).append(". ").append(entry.title());
    String before = "    ";
    for (Map.Entry<String, Long> space : bytesBySpace.entrySet()) {
      text.append(before).append(space.getKey()).append(space.getKey().isEmpty() ? "" : " ");
      text.append(Numbers.bytes(space.getValue()));
      before = ", ";
    }
    Ownership ownership = entry.rows().get(0).sum().ownership();
    String owner = ownership.owner();
    if (owner != null) {
      text.append("   owner ").append(owner);
    }
    List<String> entries = ownership.entries();
    if (!entries.isEmpty()) {
      text.append("   entry ").append(String.join(", ", entries));
    }
    return text.toString();
  }

  private static String amount(Finding finding) {
    Amount amount = finding.amount();
    StringBuilder text = new StringBuilder();
    boolean reclaimed = finding.verdict().isReclaimed();
    if (!finding.type().hasBytes() || isOnlyCounted(finding.location())) {
      text.append(Numbers.grouped(amount.count())).append(" x ");
      text.append(SourceNames.of(finding.type().className())).append(reclaimed ? " reclaimed" : "");
    } else if (reclaimed) {
      text.append(Numbers.grouped(amount.count())).append(" reclaimed, ");
      text.append(Numbers.bytes(amount.reclaimedBytes()));
    } else {
      text.append(blocks(finding.location()));
      boolean view = finding.verdict().isOfViews();
      text.append(view ? " (a view owns no memory)" : "");
    }
    text.append("; ").append(Numbers.grouped(amount.opened())).append(" opened, ");
    text.append(Numbers.grouped(amount.closedForGood())).append(" closed");
    if (amount.disowned() > 0) {
      text.append(", ").append(Numbers.grouped(amount.disowned())).append(" disowned");
    }
    if (amount.viewsOpened() > 0) {
      text.append("; views: ").append(Numbers.grouped(amount.viewsOpened())).append(" opened, ");
      text.append(Numbers.grouped(amount.viewsClosed())).append(" closed");
    }
    if (finding.leak() && !reclaimed) {
      text.append("; oldest ").append(Numbers.duration(finding.oldest().ageNanos()));
    }
    if (finding.ownership().kept().heapBytes() > 0) {
      text.append("; frees ").append(Numbers.bytes(finding.ownership().kept().heapBytes()));
      text.append(" of heap");
    }
    return text.toString();
  }

  /**
   * Whether the resources have neither bytes nor a location, so that only their number is shown.
   */
  private static boolean isOnlyCounted(Location location) {
    return !location.blocks().isEmpty()
        && location.blocks().stream()
            .allMatch(
                block ->
                    block.bytes() == 0 && block.address() == null && block.devices().isEmpty());
  }

  /** Returns sizes and addresses: {@code 3 x 4,096 B at 101152, 105248, 109344, device 0}. */
  private static String blocks(Location location) {
    List<String> parts = new ArrayList<>();
    List<Location.Block> blocks = location.blocks();
    for (int i = 0; i < blocks.size(); ) {
      Location.Block first = blocks.get(i);
      List<String> addresses = new ArrayList<>();
      long count = 0;
      for (; i < blocks.size() && alike(first, blocks.get(i)); i++) {
        Long address = blocks.get(i).address();
        if (address != null) {
          addresses.add(Numbers.address(address));
        }
        count += blocks.get(i).count();
      }
      String at = addresses.isEmpty() ? "" : " at " + String.join(", ", addresses);
      parts.add(
          Numbers.grouped(count) + " x " + Numbers.bytes(first.bytes()) + at + on(first.devices()));
    }
    return String.join(" + ", parts) + (location.moreBlocks() ? " and more" : "");
  }

  private static boolean alike(Location.Block a, Location.Block b) {
    return a.bytes() == b.bytes() && a.count() == b.count() && a.devices().equals(b.devices());
  }

  private static String on(List<Integer> devices) {
    if (devices.isEmpty()) {
      return "";
    }
    return (devices.size() == 1 ? ", device " : ", devices ") + Numbers.ranges(devices);
  }

  private static String sites(Finding finding) {
    List<String> sites = finding.opening().sites();
    if (sites.isEmpty()) {
      return finding.opening().site();
    }
    List<String> named = sites.subList(0, Math.min(SITES_NAMED, sites.size()));
    return String.join(" under ", named);
  }
}
