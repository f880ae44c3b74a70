package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.NotWovenRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far the ledger can be trusted, and why not further.
 *
 * @param ofOthers the level for types of which no rule names closes that go unseen
 * @param reasons what is missing, one phrase each; empty if nothing is
 * @param unseen the reasons for which openings or closes may be missing
 * @param unrecorded the reasons for which openings or closes are known to be missing, so that
 *     finding no leak means nothing
 * @param notWoven the names of the classes that rules name and that could not be woven, sorted
 * @param closesOfUnknown how many closes were of what no rule saw open
 * @param damaged whether part of the ledger, not counting its marks, could not be read
 */
public record Confidence(
    Level level,
    Level ofOthers,
    List<String> reasons,
    List<String> unseen,
    List<String> unrecorded,
    List<String> notWoven,
    long closesOfUnknown,
    boolean damaged) {
  private static final int CLASSES_NAMED = 5;

  /** Degrees of trust. */
  public enum Level {
    /** Something is missing that may change a verdict. */
    LOW,
    /** Something is unknown that is unlikely to change a verdict. */
    MEDIUM,
    /** Everything was seen. */
    HIGH
  }

  /**
   * The confidence in a ledger.
   *
   * @param later what was wrong with its file when it was read again, beyond the damage of the
   *     image
   */
  public static Confidence in(LedgerImage image, Collection<String> later) {
    List<String> damage = new ArrayList<>(image.damage());
    damage.addAll(later);
    List<String> reasons = unrecorded(image);
    List<String> ofTypes = new ArrayList<>();
    addUnseenCloses(image, ofTypes);
    reasons.addAll(ofTypes);
    List<String> unrecorded = new ArrayList<>(reasons);
    addUnseen(image, damage, reasons);
    List<String> unseen = new ArrayList<>(reasons);
    List<String> named = missingCloses(image);
    ofTypes.addAll(named);
    reasons.addAll(named);
    addUncertain(image, reasons);
    boolean grave = reasons.size() > ofTypes.size();
    long unknown = closesOfUnknown(image);
    if (unknown > 0) {
      // It happened, but what was seen to open is judged as ever.
      String missing = Misuse.closesOfUnknown(unknown) + ": openings are missing";
      reasons.add(missing);
      unseen.add(missing);
      unrecorded.add(missing);
    }
    MinorReasons.addTo(reasons, image);
    Level minor = reasons.size() == ofTypes.size() ? Level.HIGH : Level.MEDIUM;
    Level ofOthers = grave ? Level.LOW : minor;
    return new Confidence(
        ofTypes.isEmpty() ? ofOthers : Level.LOW,
        ofOthers,
        List.copyOf(reasons),
        List.copyOf(unseen),
        List.copyOf(unrecorded),
        classesNotWoven(image),
        unknown,
        !damage.isEmpty());
  }

  /**
   * How many closes there were of what no rule saw open, and for no other reason than that: an
   * event that was dropped may be the opening, and what was opened before a late attach may be
   * closed after it.
   */
  private static long closesOfUnknown(LedgerImage image) {
    return image.process().attachedLate()
        ? 0
        : Math.max(0, image.unknownCloses() - image.dropped());
  }

  /**
   * The confidence in what a report says as a whole: no higher than that in the findings on which
   * this rests, its leaks, or all if it has none.
   */
  public Confidence restingOn(List<Finding> findings) {
    List<Finding> counted =
        findings.stream().filter(each -> each.judgement().suppressedBy() == null).toList();
    boolean leaks = counted.stream().anyMatch(Finding::leak);
    List<Finding> less =
        counted.stream()
            .filter(each -> !leaks || each.leak())
            .filter(each -> each.confidence().compareTo(level) < 0)
            .toList();
    if (less.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(reasons);
    Set<String> verdicts = new TreeSet<>();
    less.forEach(each -> verdicts.add(each.verdict().name()));
    all.add(
        (less.size() == 1 ? "1 finding is uncertain: " : less.size() + " findings are uncertain: ")
            + String.join(", ", verdicts));
    return new Confidence(
        less.stream().map(Finding::confidence).min(Comparator.naturalOrder()).orElse(level),
        ofOthers,
        List.copyOf(all),
        unseen,
        unrecorded,
        notWoven,
        closesOfUnknown,
        damaged);
  }

  /** The confidence in one finding. */
  Level levelOf(TypeEntry type, boolean guess, boolean undecided) {
    if (undecided || type.closesUnseen() || type.unseenCloses() != null) {
      return Level.LOW;
    }
    return guess && ofOthers == Level.HIGH ? Level.MEDIUM : ofOthers;
  }

  private static List<String> unrecorded(LedgerImage image) {
    List<String> reasons = new ArrayList<>();
    if (image.dropped() > 0) {
      reasons.add(dropped(image));
    }
    Set<Gap> gaps = image.process().gaps();
    if (gaps.contains(Gap.SWITCHED_OFF)) {
      reasons.add("tracking switched itself off because of errors");
    }
    if (gaps.contains(Gap.INPUT_LEFT_OUT)) {
      reasons.add("options or rules that were given were left out");
    }
    if (gaps.contains(Gap.NUMBER_OPENED_AGAIN)) {
      reasons.add(
          "numbers were opened that were open already: closes were not seen, or several objects"
              + " give out the same numbers");
    }
    if (gaps.contains(Gap.NOT_WOVEN)) {
      reasons.add(notWoven(classesNotWoven(image)));
    }
    return reasons;
  }

  /** The names of the classes that were not woven as their rules say, sorted. */
  private static List<String> classesNotWoven(LedgerImage image) {
    Set<String> names = new TreeSet<>();
    for (NotWovenRecord each : image.rows(NotWovenRecord.class)) {
      names.add(each.className());
    }
    return List.copyOf(names);
  }

  /** Which classes are not tracked as rules say; ledgers may lack the names. */
  private static String notWoven(List<String> classes) {
    List<String> named = classes.subList(0, Math.min(CLASSES_NAMED, classes.size()));
    int more = classes.size() - named.size();
    String names = named.isEmpty() ? "" : ": " + String.join(", ", named);
    return (classes.size() <= 1
            ? "a class that a rule names could not be woven"
            : classes(classes.size()) + " that rules name could not be woven")
        + names
        + (more > 0 ? " and " + Numbers.grouped(more) + " more" : "");
  }

  private static String classes(int count) {
    return (count < NotWovenRecord.MAX_ROWS ? "" : "at least ")
        + Numbers.grouped(count)
        + " classes";
  }

  /** Adds which types were maybe closed by a method that is not woven. */
  private static void addUnseenCloses(LedgerImage image, List<String> reasons) {
    Set<String> none = new TreeSet<>();
    Set<String> notAll = new TreeSet<>();
    for (TallyEntry tally : image.tallies().values()) {
      TypeEntry type = tally.type();
      if (type.closesUnseen() && type.unseenCloses() == null && tally.opened() > 0) {
        none.add(type.name());
      } else if (type.closesUnseen() && tally.opened() > tally.closed()) {
        notAll.add(type.name());
      }
    }
    if (!none.isEmpty()) {
      reasons.add(
          "no close of " + String.join(", ", none) + " can be seen, or not of all its classes");
    }
    if (!notAll.isEmpty()) {
      reasons.add("not all closes of " + String.join(", ", notAll) + " can be seen");
    }
  }

  /** A rule that names too few closes makes leaks, and hides none. */
  private static List<String> missingCloses(LedgerImage image) {
    Set<String> types = new TreeSet<>();
    for (TallyEntry tally : image.tallies().values()) {
      TypeEntry type = tally.type();
      boolean missing = type.unseenCloses() != null && !type.closesUnseen();
      if (missing && tally.opened() > tally.closed()) {
        types.add(type.name());
      }
    }
    return types.isEmpty()
        ? List.of()
        : List.of(
            "what rules name as closing "
                + String.join(", ", types)
                + " is not all there: some may have been closed unseen");
  }

  /** Adds why openings or closes may be missing. */
  private static void addUnseen(LedgerImage image, List<String> damage, List<String> reasons) {
    if (image.hookErrors() > 0) {
      reasons.add(Numbers.counted(image.hookErrors(), "error") + " inside the probe");
    }
    for (String sentence : damage) {
      reasons.add("damaged ledger: " + sentence);
    }
    for (String sentence : image.marksDamage()) {
      reasons.add("damaged marks: " + sentence);
    }
  }

  /** Adds what may change a verdict although all openings and closes were seen. */
  private static void addUncertain(LedgerImage image, List<String> reasons) {
    if (image.process().gaps().contains(Gap.CLEANERS_AT_WORK)) {
      reasons.add("Cleaners were still at work at the end");
    }
    if (image.process().gaps().contains(Gap.DETAILS_MISSING)) {
      reasons.add(
          "some details are missing, for want of room or of time: names, labels, which cache holds"
              + " a resource, what running methods would still close");
    }
  }

  private static String dropped(LedgerImage image) {
    List<String> parts = new ArrayList<>();
    image
        .losses()
        .forEach(
            (loss, count) ->
                parts.add(
                    image.losses().size() == 1
                        ? loss.words()
                        : Numbers.grouped(count) + " because " + loss.words()));
    return Numbers.counted(image.dropped(), "event") + " dropped: " + String.join(", ", parts);
  }
}
