package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Doubt;
import io.ttalloc.text.Numbers;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Puts the reasons for the confidence of a report into words. */
public final class DoubtText {
  private static final int CLASSES_NAMED = 5;

  private DoubtText() {}

  /** Returns a phrase for each doubt. */
  public static List<String> of(List<Doubt> doubts) {
    return doubts.stream().map(DoubtText::of).toList();
  }

  private static String of(Doubt doubt) {
    if (doubt instanceof Doubt.Fact fact) {
      return fact(fact);
    } else if (doubt instanceof Doubt.Dropped dropped) {
      return dropped(dropped);
    } else if (doubt instanceof Doubt.NotWoven notWoven) {
      return notWoven(notWoven);
    } else if (doubt instanceof Doubt.ClosesUnseen unseen) {
      String types = String.join(", ", unseen.types());
      return unseen.all()
          ? "closes of " + types + " cannot be seen for at least one class"
          : "not all closes of " + types + " can be seen";
    } else if (doubt instanceof Doubt.ClosesNotNamed closes) {
      return "some methods that rules name as closing "
          + String.join(", ", closes.types())
          + " do not exist: closes may have been missed";
    } else if (doubt instanceof Doubt.ProbeErrors errors) {
      return Numbers.counted(errors.count(), "error") + " inside the agent";
    } else if (doubt instanceof Doubt.Damage damage) {
      return "damaged ledger: " + damage.what();
    } else if (doubt instanceof Doubt.DamagedMarks damage) {
      return "damaged marks: " + damage.what();
    } else if (doubt instanceof Doubt.ClosesOfUnknown closes) {
      return MisuseWords.closesOfUnknown(closes.count()) + ": some openings were not seen";
    } else if (doubt instanceof Doubt.Detached detached) {
      return "tracking was ended by detach at "
          + detached.at().truncatedTo(ChronoUnit.SECONDS)
          + ": what happened afterwards is unknown";
    }
    Doubt.UncertainFindings findings = (Doubt.UncertainFindings) doubt;
    return (findings.count() == 1
            ? "1 finding is uncertain: "
            : findings.count() + " findings are uncertain: ")
        + String.join(", ", findings.verdicts());
  }

  private static String fact(Doubt.Fact fact) {
    return switch (fact) {
      case SWITCHED_OFF -> "tracking switched itself off because of errors";
      case INPUT_LEFT_OUT -> "some options or rules were ignored";
      case NUMBER_OPENED_AGAIN ->
          "some handle numbers were reused before a close was seen: some closes were missed, or"
              + " several objects hand out the same numbers";
      case CLEANERS_AT_WORK -> "Cleaners were still running when the process ended";
      case DETAILS_MISSING ->
          "some details are missing for lack of space or time: names, labels, the caches that hold"
              + " resources, or what running methods would still close";
      case ATTACHED_LATE -> "attached late: what was opened earlier is unknown";
      case ATTRIBUTE_THREW ->
          "application code threw an exception while an attribute was read: sizes and locations may be missing";
      case NO_STACKS -> "no stacks were captured";
      case STACKS_UNKNOWN -> "there were too many stacks to record: some openings have none";
      case STACKS_CUT ->
          "the JVM truncates stacks: some openings have none, or lack their outermost calls";
      case NOT_COLLECTED -> "no garbage collection at the end: LEFT_OPEN resources may be LOST";
      case CALLS_UNKNOWN ->
          "the running calls of some threads are unknown: LEFT_OPEN resources may be IN_USE";
      case STILL_RUNNING ->
          "the process kept running while its ledger was read, so the counts"
              + " were not all read at the same moment";
    };
  }

  private static String dropped(Doubt.Dropped dropped) {
    List<String> parts = new ArrayList<>();
    dropped
        .losses()
        .forEach(
            (loss, count) ->
                parts.add(
                    dropped.losses().size() == 1
                        ? loss.words()
                        : Numbers.grouped(count) + " because " + loss.words()));
    return Numbers.counted(dropped.events(), "event") + " dropped: " + String.join(", ", parts);
  }

  private static String notWoven(Doubt.NotWoven notWoven) {
    List<String> classes = notWoven.classes();
    List<String> named = classes.subList(0, Math.min(CLASSES_NAMED, classes.size()));
    int more = classes.size() - named.size();
    String count = (notWoven.atLeast() ? "at least " : "") + Numbers.grouped(classes.size());
    return (classes.size() <= 1
            ? "a class named by a rule could not be woven"
            : count + " classes named by rules could not be woven")
        + (named.isEmpty() ? "" : ": " + String.join(", ", named))
        + (more > 0 ? " and " + Numbers.grouped(more) + " more" : "");
  }
}
