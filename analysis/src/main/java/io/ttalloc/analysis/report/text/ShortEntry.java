package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.FindingSum;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.SomeReason;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.KeptText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportRow;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry in at most twelve lines: the resources and their number, the opener, what keeps them
 * reachable, the reasons that say more than the verdict, and the fix. Stack and owner are those of
 * the worst row. Labels, paths and reasons are those of all rows that are not parts, so that their
 * numbers agree with the heading.
 */
final class ShortEntry {
  static final String INDENT = "     ";
  private static final int LABELS_NAMED = 3;
  private static final int OWN_NAMED = 2;
  private static final int LINES_NAMED = 2;
  private static final int PARTS_NAMED = 3;
  private static final int MAX_WHY = 2;
  private static final int MAX_FIX = 3;

  private final ReportEntry entry;
  private final Finding worst;
  private final Finding all;
  private final int cycles;
  private final @Nullable String keeper;
  private final List<String> lines = new ArrayList<>();

  ShortEntry(ReportEntry entry, int cycles) {
    this(entry, cycles, null);
  }

  /**
   * Creates the entry.
   *
   * @param keeper what keeps the resources reachable; null to take this from the findings
   */
  ShortEntry(ReportEntry entry, int cycles, @Nullable String keeper) {
    this.entry = entry;
    this.cycles = cycles;
    this.keeper = keeper;
    worst = entry.rows().get(0).sum();
    all = FindingSum.of(entry.wholes().stream().flatMap(row -> row.findings().stream()).toList());
  }

  /** Returns the lines; the first one is the heading. */
  List<String> lines(int number) {
    lines.add(ShortTable.number(number) + heading());
    opened();
    int before = lines.size();
    parts();
    int maxFix = MAX_FIX - (lines.size() - before);
    for (FindingDetails.Detail labels : FindingDetails.labelsOf(all, LABELS_NAMED)) {
      add(labels.label(), List.of(labels.text()));
    }
    keptBy();
    why();
    List<String> fix = fixes();
    add("fix", fix.subList(0, Math.min(maxFix, fix.size())));
    return lines;
  }

  /** The heading: {@code 100 files, LOST: collected but never closed}. */
  private String heading() {
    ReportEntry.Group group = entry.group();
    String owner = worst.ownership().owner();
    return ShortTable.whatOf(entry)
        + (owner == null ? "" : " of " + owner)
        + ", "
        + group.verdict()
        + (group.growing() ? " and GROWING" : "")
        + (group.baseline() == null ? "" : " (" + group.baseline() + ")")
        + ": "
        + group.verdict().meaning();
  }

  /**
   * Returns the steps of the fix, then the first step for each other line that opened resources.
   */
  private List<String> fixes() {
    Set<String> fixes = new LinkedHashSet<>(AdviceText.steps(worst.fix()));
    for (ReportRow row : entry.wholes()) {
      String line = otherLine(row);
      List<String> steps = AdviceText.steps(row.sum().fix());
      if (line != null && !steps.isEmpty() && !fixes.contains(steps.get(0))) {
        fixes.add("at " + line + ": " + steps.get(0));
      }
    }
    return List.copyOf(fixes);
  }

  /** Adds the call by the user's own code, its line, and the lines of the other rows. */
  private void opened() {
    Opening opening = worst.opening();
    List<String> frames = new ArrayList<>();
    Frame called = opening.called();
    List<Frame> own = opening.own();
    if (own.isEmpty()) {
      Frame at = opening.yours();
      frames.add(at == null ? Opening.NO_STACK : JavaNames.fullFrame(at));
    } else if (called != null) {
      frames.add(JavaNames.fullFrame(called));
    }
    Map<String, Long> others = otherLines();
    for (int i = 0; i < Math.min(OWN_NAMED, own.size()); i++) {
      frames.add(JavaNames.fullFrame(own.get(i)) + (i == 0 ? mark(others) : ""));
    }
    if (!others.isEmpty()) {
      frames.add("and " + countedLines(new ArrayList<>(others.entrySet())));
    }
    add("opened", frames);
  }

  /**
   * The text after the user's own line: its mark, and the number of resources that the line opened
   * if other lines opened some as well.
   */
  private String mark(Map<String, Long> others) {
    List<Long> here = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (ReportRow row : entry.wholes()) {
      List<Frame> own = row.sum().opening().own();
      all.add(row.sum().amount().count());
      if (!own.isEmpty() && own.get(0).equals(worst.opening().yours())) {
        here.add(row.sum().amount().count());
      }
    }
    boolean asks = entry.group().leak() || entry.group().verdict().isUndecided();
    String mark = asks ? "   <- your code" : "";
    return others.isEmpty()
        ? mark
        : mark
            + (mark.isEmpty() ? "   " : ", ")
            + Numbers.grouped(sum(here))
            + " of "
            + Numbers.grouped(sum(all));
  }

  private static long sum(Collection<Long> counts) {
    long sum = 0;
    for (long count : counts) {
      sum = SaturatedSum.of(sum, count);
    }
    return sum;
  }

  /** Text such as {@code 2 at Loader.read(Loader.java:8), 1 at Loader.read(Loader.java:9)}. */
  private static String countedLines(List<Map.Entry<String, Long>> lines) {
    List<String> named = new ArrayList<>();
    List<Long> more = new ArrayList<>();
    for (Map.Entry<String, Long> line : lines) {
      if (named.size() < LINES_NAMED) {
        named.add(Numbers.grouped(line.getValue()) + " at " + line.getKey());
      } else {
        more.add(line.getValue());
      }
    }
    return String.join(", ", named)
        + (more.isEmpty()
            ? ""
            : ", and "
                + Numbers.grouped(sum(more))
                + " at "
                + Numbers.counted(more.size(), "other line"));
  }

  /**
   * Adds the lines that opened the parts, since the program may have to close the parts earlier.
   */
  private void parts() {
    List<String> named = new ArrayList<>();
    for (ReportRow row : entry.parts()) {
      String line = otherLine(row);
      if (line != null && named.size() < PARTS_NAMED) {
        named.add(
            TypeNames.counted(row.sum().amount().count(), row.sum().type().name()) + " at " + line);
      }
    }
    if (!named.isEmpty()) {
      add("with", List.of(String.join(", ", named)));
    }
  }

  /**
   * The lines of the user's own code in the other rows, with the number of resources that each line
   * opened.
   */
  private Map<String, Long> otherLines() {
    Map<String, Long> lines = new LinkedHashMap<>();
    for (ReportRow row : entry.wholes()) {
      String line = otherLine(row);
      if (line != null) {
        lines.merge(line, row.sum().amount().count(), SaturatedSum::of);
      }
    }
    return lines;
  }

  /** The line of the user's own code in a row; null if unknown, or the same as in the worst row. */
  private @Nullable String otherLine(ReportRow row) {
    List<Frame> own = row.sum().opening().own();
    return own.isEmpty() || own.get(0).equals(worst.opening().yours())
        ? null
        : JavaNames.shortFrame(own.get(0));
  }

  /**
   * Adds what keeps the resources reachable according to the heap dump, else the cache that the
   * ledger records.
   */
  private void keptBy() {
    if (keeper != null) {
      add("kept", List.of(keeper));
      return;
    }
    List<String> kept = KeptText.of(all.ownership().kept(), all.amount().count());
    List<String> held = kept.isEmpty() ? all.ownership().heldBy() : kept;
    if (!held.isEmpty()) {
      add(kept.isEmpty() ? "held by" : "kept", held.subList(0, 1));
    }
  }

  /** Adds the reasons that say more than the verdict does; if there are none, the first reason. */
  private void why() {
    List<String> why = new ArrayList<>();
    FindingDetails details = new FindingDetails(cycles, List.of(), List.of(), List.of(), false);
    for (FindingDetails.Detail growth : details.growthOf(all)) {
      why.add(growth.text());
    }
    for (Reason reason : all.why()) {
      if (!repeatsTheVerdict(reason)) {
        why.add(ReasonText.of(reason));
      }
    }
    for (FindingDetails.Detail closes : FindingDetails.closesOf(all)) {
      why.add(closes.text());
    }
    if (why.isEmpty() && !all.why().isEmpty()) {
      why.add(ReasonText.of(all.why().get(0)));
    }
    add("why", why.subList(0, Math.min(MAX_WHY, why.size())));
  }

  private static boolean repeatsTheVerdict(Reason reason) {
    return switch (reason.kind()) {
      case COLLECTED, RECLAIMED, FOLDED, OPEN_AT_END, UNFINISHED_RUN -> true;
      case OF_SOME -> repeatsTheVerdict(((SomeReason.OfSome) reason).reason());
      case FACT -> reason == Reason.Fact.FOR_GOOD || reason == Reason.Fact.EACH_CYCLE_LEFT_SOME;
      default -> false;
    };
  }

  private void add(String label, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      lines.add(INDENT + Lines.padded(i == 0 ? label : "", 9) + texts.get(i));
    }
  }
}
