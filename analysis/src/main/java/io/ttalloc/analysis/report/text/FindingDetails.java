package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.Cycles;
import io.ttalloc.analysis.fold.Location;
import io.ttalloc.analysis.report.ReferenceText;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The lines below a finding, except those that the heading of its group already has.
 *
 * @param cycles how many cycles there were
 * @param why the evidence in the heading of the group
 * @param kept what keeps them, in the heading of the group
 * @param fix the fix in the heading of the group
 * @param threads whether to name threads
 */
record FindingDetails(
    int cycles, List<String> why, List<String> kept, List<String> fix, boolean threads) {
  /** {@code 3 collected,}, {@code nothing refers to 3 of them}, {@code 3 of 4 were closed by a}. */
  private static final Pattern OWN_COUNT =
      Pattern.compile(
          "(?:nothing refers to |of )?[0-9,]+ (?:collected,|of them |last taken |of [0-9,]+ were"
              + " closed by a reclaimer)");

  private static final int LABELS_NAMED = 6;
  private static final int STEPS_NAMED = 6;
  private static final int CLOSERS_NAMED = 3;

  /** A labelled line. */
  record Detail(String label, String text) {}

  /** The details of this finding alone. */
  List<Detail> own(Finding finding) {
    List<Detail> details = new ArrayList<>();
    if (!finding.location().labels().isEmpty()) {
      details.add(new Detail("labels", labels(finding.location())));
    }
    ReferenceText.of(finding.location().references())
        .forEach((label, text) -> details.add(new Detail(label, text)));
    boolean reclaimed = finding.verdict().isReclaimed();
    if (finding.amount().closedForGood() > 0 && !(reclaimed && finding.siblings().isEmpty())) {
      details.add(new Detail("closes", closes(finding)));
    }
    return details;
  }

  /** The details that the findings of an entry may have in common. */
  List<Detail> common(Finding finding) {
    List<Detail> details = new ArrayList<>();
    if (threads && finding.leak() && !finding.location().threads().isEmpty()) {
      details.add(new Detail("thread", String.join(", ", finding.location().threads())));
    }
    if (finding.growing() && isInNumber(finding.growth())) {
      details.add(new Detail("growth", growth(finding.growth())));
    }
    for (String sentence : finding.why()) {
      if (!why.contains(sentence)) {
        details.add(new Detail("why", sentence));
      }
    }
    for (String path : keptBy(finding)) {
      if (!kept.contains(path)) {
        details.add(new Detail("kept", path));
      }
    }
    if (fix.isEmpty()) {
      fixes(finding).forEach(text -> details.add(new Detail("fix", text)));
    }
    return details;
  }

  /** Whether a detail counts the resources of its own finding: beside others it needs its place. */
  static boolean countsItsOwn(String sentence) {
    return OWN_COUNT.matcher(sentence).lookingAt();
  }

  /** What would free a finding; empty if nothing has to. */
  static List<String> fixes(Finding finding) {
    return finding.fix().isEmpty() ? List.of() : List.of(finding.fix());
  }

  /** What keeps the resources of a finding reachable, a line each. */
  static List<String> keptBy(Finding finding) {
    return finding.ownership().kept().lines(finding.amount().count());
  }

  private static String labels(Location location) {
    List<String> named = new ArrayList<>();
    long others = location.labelled();
    List<Location.Label> labels = location.labels();
    for (Location.Label label : labels.subList(0, Math.min(LABELS_NAMED, labels.size()))) {
      named.add(label.text() + (label.count() > 1 ? " x " + Numbers.grouped(label.count()) : ""));
      others -= label.count();
    }
    return String.join(", ", named)
        + (others > 0 ? " and " + Numbers.grouped(others) + " more" : "");
  }

  /** Sums up equal growth in one statement; otherwise names the latest cycles only. */
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
    List<String> named = new ArrayList<>();
    for (Cycles.Growth step : latest) {
      named.add(step.mark() + " " + amount(step));
    }
    String which =
        latest.size() == cycles
            ? ""
            : "last " + latest.size() + " of " + Numbers.grouped(cycles) + ": ";
    return which + String.join(", ", named);
  }

  /** What grows in size alone may have been opened in the first cycle. */
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
    for (CloseSite sibling : finding.siblings()) {
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
            + " from here were closed";
    if (closers.isEmpty()) {
      return closed + ", where was not captured";
    }
    if (closers.size() == 1) {
      return closed + ", at " + closers.keySet().iterator().next();
    }
    List<String> named = new ArrayList<>();
    closers.forEach((closer, count) -> named.add(Numbers.grouped(count) + " at " + closer));
    boolean more = named.size() > CLOSERS_NAMED;
    List<String> first = named.subList(0, Math.min(CLOSERS_NAMED, named.size()));
    return closed
        + "; of "
        + Numbers.counted(captured, "close")
        + " captured "
        + String.join(", ", first)
        + (more ? " and elsewhere" : "");
  }
}
