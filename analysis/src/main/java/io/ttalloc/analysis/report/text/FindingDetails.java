package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.KeptText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.ReferenceText;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines below a finding, except for lines that the heading of its group already has.
 *
 * @param cycles the number of cycles
 * @param why the evidence in the heading of the group
 * @param kept what keeps the resources reachable, as in the heading of the group
 * @param fix the fix in the heading of the group
 * @param threads whether to name threads
 */
record FindingDetails(
    int cycles, List<Detail> why, List<Detail> kept, List<Detail> fix, boolean threads) {
  private static final int LABELS_NAMED = 6;
  private static final int STEPS_NAMED = 6;
  private static final int CLOSERS_NAMED = 3;

  /**
   * A labelled line.
   *
   * @param countsItsOwn whether the line contains numbers of resources of its finding, so that the
   *     line must be shown with that finding and not in a heading that several findings share
   */
  record Detail(String label, String text, boolean countsItsOwn) {
    Detail(String label, String text) {
      this(label, text, false);
    }
  }

  /** Returns the details of this finding alone. */
  List<Detail> own(Finding finding) {
    List<Detail> details = labelsOf(finding, LABELS_NAMED);
    ReferenceText.of(finding.location().references())
        .forEach((label, text) -> details.add(new Detail(label, text)));
    details.addAll(closesOf(finding));
    return details;
  }

  /** Returns the labels of some of the finding's resources; empty if none has a label. */
  static List<Detail> labelsOf(Finding finding, int named) {
    List<Detail> details = new ArrayList<>();
    if (!finding.location().labels().first().isEmpty()) {
      details.add(new Detail("labels", labels(finding.location(), named)));
    }
    return details;
  }

  /**
   * Returns where other resources opened from the same stack were closed; empty if none were
   * closed, or if only a reclaimer closed them.
   */
  static List<Detail> closesOf(Finding finding) {
    boolean reclaimed = finding.verdict().isReclaimed();
    boolean byProgram = !(reclaimed && finding.explanation().siblings().isEmpty());
    return finding.amount().closedForGood() > 0 && byProgram
        ? List.of(new Detail("closes", closes(finding)))
        : List.of();
  }

  /**
   * Returns the number of resources that each cycle left open; empty if the finding does not grow
   * in number.
   */
  List<Detail> growthOf(Finding finding) {
    return finding.growing() && isInNumber(finding.explanation().growth())
        ? List.of(new Detail("growth", growth(finding.explanation().growth())))
        : List.of();
  }

  /** Returns the details that the findings of an entry may have in common. */
  List<Detail> common(Finding finding) {
    List<Detail> details = new ArrayList<>();
    if (threads && finding.leak() && !finding.location().threads().isEmpty()) {
      details.add(new Detail("thread", String.join(", ", finding.location().threads())));
    }
    details.addAll(growthOf(finding));
    whyOf(finding).stream().filter(line -> !why.contains(line)).forEach(details::add);
    keptBy(finding).stream().filter(line -> !kept.contains(line)).forEach(details::add);
    if (fix.isEmpty()) {
      details.addAll(fixes(finding));
    }
    return details;
  }

  /** Returns the evidence for a finding, one line for each reason. */
  static List<Detail> whyOf(Finding finding) {
    return finding.why().stream()
        .map(reason -> new Detail("why", ReasonText.of(reason), reason.countsItsOwn()))
        .toList();
  }

  /** Returns the advice for a finding; empty if nothing has to be done. */
  static List<Detail> fixes(Finding finding) {
    return finding.fix().steps().isEmpty()
        ? List.of()
        : List.of(new Detail("fix", AdviceText.of(finding.fix())));
  }

  /** Returns the paths that keep the resources of a finding reachable, one line for each path. */
  static List<Detail> keptBy(Finding finding) {
    return KeptText.of(finding.ownership().kept(), finding.amount().count()).stream()
        .map(line -> new Detail("kept", line))
        .toList();
  }

  private static String labels(Location location, int max) {
    List<String> named = new ArrayList<>();
    long others = location.labels().labelled();
    List<Location.Label> labels = location.labels().first();
    for (Location.Label label : labels.subList(0, Math.min(max, labels.size()))) {
      named.add(label.text() + (label.count() > 1 ? " x " + Numbers.grouped(label.count()) : ""));
      others -= label.count();
    }
    return String.join(", ", named)
        + (others > 0 ? " and " + Numbers.grouped(others) + " more" : "");
  }

  /** Summarises equal growth in one phrase; otherwise names the latest cycles only. */
  private String growth(List<Cycles.Growth> steps) {
    Cycles.Growth last = steps.get(steps.size() - 1);
    int from = steps.size() - 1;
    while (from > 0 && sameAmount(steps.get(from - 1), last)) {
      from--;
    }
    int equal = steps.size() - from;
    if (equal > 1 && (from == 0 || equal >= STEPS_NAMED)) {
      String which = equal == cycles ? "each of " : "each of the last " + equal + " of ";
      String first = steps.get(from).mark();
      String marks = first.equals(last.mark()) ? first : first + " to " + last.mark();
      return amount(last) + " in " + which + Numbers.counted(cycles, "cycle") + " (" + marks + ")";
    }
    List<Cycles.Growth> latest =
        steps.subList(Math.max(0, steps.size() - STEPS_NAMED), steps.size());
    List<String> named = latest.stream().map(step -> step.mark() + " " + amount(step)).toList();
    String which =
        latest.size() == cycles
            ? ""
            : "last " + latest.size() + " of " + Numbers.grouped(cycles) + ": ";
    return which + String.join(", ", named);
  }

  /**
   * Whether a cycle after the first left resources open. If a finding grows only in size, all its
   * resources may have been opened in the first cycle.
   */
  private static boolean isInNumber(List<Cycles.Growth> steps) {
    return steps.stream().skip(1).anyMatch(step -> step.count() > 0);
  }

  private static boolean sameAmount(Cycles.Growth a, Cycles.Growth b) {
    return a.count() == b.count() && a.bytes() == b.bytes();
  }

  private static String amount(Cycles.Growth step) {
    String bytes = step.bytes() == 0 ? "" : " (" + Numbers.bytes(step.bytes()) + ")";
    return "+" + Numbers.grouped(step.count()) + bytes;
  }

  private static String closes(Finding finding) {
    Map<String, Long> closers = new LinkedHashMap<>();
    long captured = 0;
    for (CloseSite sibling : finding.explanation().siblings()) {
      Frame closer = sibling.caller();
      if (closer != null) {
        closers.merge(JavaNames.shortFrame(closer), sibling.count(), Long::sum);
        captured += sibling.count();
      }
    }
    String closed =
        Numbers.grouped(finding.amount().closedForGood())
            + " of "
            + Numbers.grouped(finding.amount().opened())
            + (finding.amount().closedForGood() == 1
                ? " opened here was closed"
                : " opened here were closed");
    if (closers.isEmpty()) {
      return closed + "; no closing call was captured";
    }
    if (closers.size() == 1) {
      return closed + ", at " + closers.keySet().iterator().next();
    }
    List<String> named = new ArrayList<>();
    closers.forEach((closer, count) -> named.add(Numbers.grouped(count) + " at " + closer));
    boolean more = named.size() > CLOSERS_NAMED;
    List<String> first = named.subList(0, Math.min(CLOSERS_NAMED, named.size()));
    return closed
        + "; "
        + Numbers.counted(captured, "close")
        + " captured: "
        + String.join(", ", first)
        + (more ? " and elsewhere" : "");
  }
}
