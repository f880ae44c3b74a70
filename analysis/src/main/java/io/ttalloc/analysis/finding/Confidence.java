package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.NotWovenRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How far the ledger can be trusted, and the reasons not to trust it completely.
 *
 * @param ofOthers the level for types without doubts about their closes
 * @param doubts all reasons not to trust the ledger completely; empty if there are none
 * @param unseen the doubts that mean that openings or closes may be missing
 * @param unrecorded the doubts that mean that openings or closes are known to be missing, so that
 *     finding no leak proves nothing
 * @param notWoven the sorted names of the classes that rules name but that could not be woven
 * @param closesOfUnknown the number of closes of unknown resources
 * @param damaged whether part of the ledger, not counting its marks, could not be read
 */
public record Confidence(
    Level level,
    Level ofOthers,
    List<Doubt> doubts,
    List<Doubt> unseen,
    List<Doubt> unrecorded,
    List<String> notWoven,
    long closesOfUnknown,
    boolean damaged) {

  /** The degrees of trust. */
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
   * @param later what was wrong with the ledger file when it was read again, in addition to the
   *     damage of the image
   */
  public static Confidence in(LedgerImage image, Collection<String> later) {
    List<String> damage = new ArrayList<>(image.damage());
    damage.addAll(later);
    List<Doubt> doubts = unrecorded(image);
    List<Doubt> ofTypes = new ArrayList<>();
    addUnseenCloses(image, ofTypes);
    doubts.addAll(ofTypes);
    List<Doubt> unrecorded = new ArrayList<>(doubts);
    addUnseen(image, damage, doubts);
    List<Doubt> unseen = new ArrayList<>(doubts);
    List<Doubt> named = closesNotNamed(image);
    ofTypes.addAll(named);
    doubts.addAll(named);
    addUncertain(image, doubts);
    boolean grave = doubts.size() > ofTypes.size();
    long unknown = closesOfUnknown(image);
    if (unknown > 0) {
      // The openings for these closes are missing, but the openings that were seen are judged as
      // usual.
      Doubt missing = new Doubt.ClosesOfUnknown(unknown);
      doubts.add(missing);
      unseen.add(missing);
      unrecorded.add(missing);
    }
    addMinor(image, doubts);
    Level minor = doubts.size() == ofTypes.size() ? Level.HIGH : Level.MEDIUM;
    Level ofOthers = grave ? Level.LOW : minor;
    return new Confidence(
        ofTypes.isEmpty() ? ofOthers : Level.LOW,
        ofOthers,
        List.copyOf(doubts),
        List.copyOf(unseen),
        List.copyOf(unrecorded),
        classesNotWoven(image),
        unknown,
        !damage.isEmpty());
  }

  /**
   * The number of closes of unknown resources that nothing else explains. If events were dropped,
   * the opening may be one of the dropped events. After a late attach, the resource may have been
   * opened before the attach.
   */
  private static long closesOfUnknown(LedgerImage image) {
    return image.process().attachedLate()
        ? 0
        : Math.max(0, image.unknownCloses() - image.dropped());
  }

  /**
   * The confidence in the report as a whole: never higher than the lowest confidence in one of its
   * leaks or, if it has no leaks, in one of its findings.
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
    Set<String> verdicts = new TreeSet<>();
    less.forEach(each -> verdicts.add(each.verdict().name()));
    List<Doubt> all = new ArrayList<>(doubts);
    all.add(new Doubt.UncertainFindings(less.size(), List.copyOf(verdicts)));
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

  /**
   * The combined confidence in one or more ledgers: the lowest of their levels, with all of their
   * doubts.
   */
  public static Confidence inAll(List<Confidence> each) {
    Set<String> notWoven = new TreeSet<>();
    each.forEach(one -> notWoven.addAll(one.notWoven));
    return new Confidence(
        each.stream().map(Confidence::level).min(Comparator.naturalOrder()).orElseThrow(),
        each.stream().map(Confidence::ofOthers).min(Comparator.naturalOrder()).orElseThrow(),
        all(each, Confidence::doubts),
        all(each, Confidence::unseen),
        all(each, Confidence::unrecorded),
        List.copyOf(notWoven),
        each.stream().mapToLong(Confidence::closesOfUnknown).sum(),
        each.stream().anyMatch(Confidence::damaged));
  }

  private static List<Doubt> all(List<Confidence> each, Function<Confidence, List<Doubt>> doubts) {
    return each.stream().flatMap(one -> doubts.apply(one).stream()).distinct().toList();
  }

  /** The confidence in one finding. */
  Level levelOf(TypeEntry type, boolean guess, boolean undecided) {
    if (undecided || type.closing().mayBeUnseen() || type.closing().unseen() != null) {
      return Level.LOW;
    }
    return guess && ofOthers == Level.HIGH ? Level.MEDIUM : ofOthers;
  }

  private static List<Doubt> unrecorded(LedgerImage image) {
    List<Doubt> doubts = new ArrayList<>();
    if (image.dropped() > 0) {
      doubts.add(new Doubt.Dropped(image.dropped(), image.losses()));
    }
    addGap(image, Gap.SWITCHED_OFF, Doubt.Fact.SWITCHED_OFF, doubts);
    addGap(image, Gap.INPUT_LEFT_OUT, Doubt.Fact.INPUT_LEFT_OUT, doubts);
    addGap(image, Gap.NUMBER_OPENED_AGAIN, Doubt.Fact.NUMBER_OPENED_AGAIN, doubts);
    List<String> notWoven = classesNotWoven(image);
    boolean atLeast = notWoven.size() >= NotWovenRecord.MAX_ROWS;
    addGap(image, Gap.NOT_WOVEN, new Doubt.NotWoven(notWoven, atLeast), doubts);
    return doubts;
  }

  private static void addGap(LedgerImage image, Gap gap, Doubt doubt, List<Doubt> doubts) {
    if (image.process().gaps().contains(gap)) {
      doubts.add(doubt);
    }
  }

  /** The names of the classes that were not woven as their rules say, sorted. */
  private static List<String> classesNotWoven(LedgerImage image) {
    Set<String> names =
        image.rows(NotWovenRecord.class).stream()
            .map(NotWovenRecord::className)
            .collect(Collectors.toCollection(TreeSet::new));
    return List.copyOf(names);
  }

  /**
   * Adds doubts about the types whose resources may have been closed by a method that is not woven.
   */
  private static void addUnseenCloses(LedgerImage image, List<Doubt> doubts) {
    Set<String> none = new TreeSet<>();
    Set<String> notAll = new TreeSet<>();
    for (TallyEntry tally : image.tallies().values()) {
      TypeEntry type = tally.type();
      if (type.closing().mayBeUnseen() && type.closing().unseen() == null && tally.opened() > 0) {
        none.add(type.name());
      } else if (type.closing().mayBeUnseen() && tally.opened() > tally.closed()) {
        notAll.add(type.name());
      }
    }
    if (!none.isEmpty()) {
      doubts.add(new Doubt.ClosesUnseen(List.copyOf(none), true));
    }
    if (!notAll.isEmpty()) {
      doubts.add(new Doubt.ClosesUnseen(List.copyOf(notAll), false));
    }
  }

  /**
   * Returns the doubts about types whose rules name close methods that do not exist. Such a rule
   * may produce false leaks but does not hide real ones.
   */
  private static List<Doubt> closesNotNamed(LedgerImage image) {
    Set<String> types = new TreeSet<>();
    for (TallyEntry tally : image.tallies().values()) {
      TypeEntry type = tally.type();
      boolean missing = type.closing().unseen() != null && !type.closing().mayBeUnseen();
      if (missing && tally.opened() > tally.closed()) {
        types.add(type.name());
      }
    }
    return types.isEmpty() ? List.of() : List.of(new Doubt.ClosesNotNamed(List.copyOf(types)));
  }

  /** Adds the reasons why openings or closes may be missing. */
  private static void addUnseen(LedgerImage image, List<String> damage, List<Doubt> doubts) {
    if (image.hookErrors() > 0) {
      doubts.add(new Doubt.ProbeErrors(image.hookErrors()));
    }
    damage.forEach(what -> doubts.add(new Doubt.Damage(what)));
    image.marksDamage().forEach(what -> doubts.add(new Doubt.DamagedMarks(what)));
  }

  /** Adds the doubts that may change a verdict although all openings and closes were seen. */
  private static void addUncertain(LedgerImage image, List<Doubt> doubts) {
    addGap(image, Gap.CLEANERS_AT_WORK, Doubt.Fact.CLEANERS_AT_WORK, doubts);
    addGap(image, Gap.DETAILS_MISSING, Doubt.Fact.DETAILS_MISSING, doubts);
  }

  /** Adds the doubts that are unlikely to change a verdict. */
  private static void addMinor(LedgerImage image, List<Doubt> doubts) {
    ProcessEntry process = image.process();
    if (process.attachedLate()) {
      doubts.add(Doubt.Fact.ATTACHED_LATE);
    }
    if (process.ended() == ProcessEntry.Ended.DETACHED) {
      doubts.add(new Doubt.Detached(process.clock().lastSeenAt()));
    }
    addGap(image, Gap.ATTRIBUTE_THREW, Doubt.Fact.ATTRIBUTE_THREW, doubts);
    if (!process.stacksCaptured()) {
      doubts.add(Doubt.Fact.NO_STACKS);
    }
    addGap(image, Gap.STACKS_UNKNOWN, Doubt.Fact.STACKS_UNKNOWN, doubts);
    addGap(image, Gap.STACKS_CUT, Doubt.Fact.STACKS_CUT, doubts);
    if (leftSomethingOpen(image)) {
      addGap(image, Gap.NOT_COLLECTED, Doubt.Fact.NOT_COLLECTED, doubts);
      addGap(image, Gap.CALLS_UNKNOWN, Doubt.Fact.CALLS_UNKNOWN, doubts);
    }
    if (process.ended() == ProcessEntry.Ended.RUNNING) {
      doubts.add(Doubt.Fact.STILL_RUNNING);
    }
  }

  private static boolean leftSomethingOpen(LedgerImage image) {
    return image.tallies().values().stream().anyMatch(tally -> tally.opened() > tally.closed());
  }
}
