package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.CloseSite;
import io.ttalloc.analysis.fold.Containers;
import io.ttalloc.analysis.fold.Containers.Shown;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.fold.Reclamation;
import io.ttalloc.analysis.fold.ResourceLists;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.growth.GrowthEvidence;
import io.ttalloc.analysis.growth.TallyTrends;
import io.ttalloc.analysis.memory.DeviceSpace;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.analysis.site.Fingerprint;
import io.ttalloc.analysis.site.FoldedTallies;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges every open resource and folds the resources into findings, in a second pass over the
 * slots.
 */
public final class Findings {
  /** The maximum number of addresses, labels, threads and owners that each finding keeps. */
  private static final int MAX_EXAMPLES = 16;

  /**
   * The properties shared by the resources that are folded into one finding. The methods are
   * written by hand because a key is looked up once per resource, and the generated methods of a
   * record are linked only at run time.
   */
  private record Key(
      int tally, Verdict verdict, @Nullable String space, boolean owned, @Nullable Key whole) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.tally == tally
          && key.verdict == verdict
          && key.owned == owned
          && Objects.equals(key.space, space)
          && Objects.equals(key.whole, whole);
    }

    @Override
    public int hashCode() {
      int hash = (tally * 31 + verdict.rank()) * 31 + (space == null ? 0 : space.hashCode());
      hash = hash * 31 + (whole == null ? 0 : whole.hashCode());
      hash += owned ? 1 : 0;
      // Tally ids are multiples of a record's size, so spread their bits.
      return hash * 0x9E3779B9;
    }
  }

  private final Facts facts;
  private final Containers containers;
  private final ClosedViews views;
  private final ResourceLists lists;
  private final FoldedTallies folds;
  private final Cycles cycles;
  private final TallyTrends trends;
  private final Map<String, Long> shownContainers = new TreeMap<>();
  private final Map<Key, Evidence> evidence = new LinkedHashMap<>();
  private final Wholes wholes;
  private final Map<Integer, Key> keysOfWholes = new HashMap<>();
  private final Map<Integer, Map<String, Cycles.Counts>> growth = new HashMap<>();
  private Confidence confidence;
  private List<Finding> all = List.of();
  private long nextOverdueNanos = Long.MAX_VALUE;

  private Findings(
      Facts facts, Containers containers, ClosedViews views, ResourceLists lists, Wholes wholes) {
    this.wholes = wholes;
    this.facts = facts;
    this.containers = containers;
    this.views = views;
    this.lists = lists;
    cycles = new Cycles(facts.image().marks());
    folds = FoldedTallies.of(facts.tallies(), facts.sites());
    trends = new TallyTrends(facts.image(), folds);
    confidence = Confidence.in(facts.image(), facts.slots().damage());
  }

  /**
   * Judges the resources and folds them into findings.
   *
   * @param lists determines how many resources each finding lists
   * @throws IOException if the ledger could not be read a second time
   */
  public static Findings of(
      Facts facts, Containers containers, ClosedViews views, ResourceLists lists)
      throws IOException {
    Findings findings = new Findings(facts, containers, views, lists, Wholes.of(facts));
    findings.build();
    return findings;
  }

  private void build() throws IOException {
    Set<String> damage = new LinkedHashSet<>(facts.slots().damage());
    damage.addAll(facts.image().forEachSlot(this::judge));
    addFolded();
    // Only now has the whole file been read, so that all of its damage is known.
    confidence = Confidence.in(facts.image(), damage);
    List<Finding> list = new ArrayList<>();
    evidence.forEach(
        (key, folded) ->
            list.add(finding(key.verdict().ofAll(folded), folded, partOf(key.whole()))));
    list.addAll(reclaimed());
    list.sort(Finding.WORST_FIRST);
    all = List.copyOf(list);
  }

  /** The findings of reclaimed resources; tallies that are folded together share one finding. */
  private List<Finding> reclaimed() {
    Map<Integer, List<Finding>> byTally = new LinkedHashMap<>();
    for (Evidence reclaimed : Reclamation.of(facts)) {
      byTally
          .computeIfAbsent(folds.idOf(reclaimed.tally()), id -> new ArrayList<>())
          .add(finding(Verdicts.RECLAIMED, reclaimed, null));
    }
    return byTally.values().stream().map(FindingSum::of).toList();
  }

  /** The confidence in the ledger, now that all of it has been read. */
  public Confidence confidence() {
    return confidence;
  }

  /** All findings, the worst first. */
  public List<Finding> all() {
    return all;
  }

  /**
   * The time from the reading until the next resource becomes OVERDUE, if it stays open and its
   * process keeps running; {@code Long.MAX_VALUE} if none will.
   */
  public long nextOverdueNanos() {
    return nextOverdueNanos;
  }

  /** The number of open containers that are shown only as owners, by type name. */
  public Map<String, Long> containers() {
    return Collections.unmodifiableMap(shownContainers);
  }

  private void judge(SlotEntry slot) {
    trends.add(slot);
    Shown shown = containers.shown(slot);
    if (shown != Shown.FOR_ITSELF) {
      countContainer(slot, shown);
      return;
    }
    OpenResource resource = new OpenResource(facts, slot);
    Verdict verdict = Verdicts.of(resource);
    OwnerNode owner = verdict.root(resource);
    Key whole = owner == null || !OwnerNode.isContainer(owner.type()) ? wholeOf(slot) : null;
    OwnerNode root = whole == null ? owner : null;
    Key key = key(slot, verdict, root, whole);
    Evidence folded = evidence.get(key);
    if (folded == null) {
      folded =
          new Evidence(
              resource, folds.groupOf(slot.tally()), growth(slot, verdict), MAX_EXAMPLES, lists);
      evidence.put(key, folded);
    }
    folded.add(resource, root, verdict.cause(resource));
    noteNextOverdue(resource, verdict);
  }

  private Key key(SlotEntry slot, Verdict verdict, @Nullable OwnerNode root, @Nullable Key whole) {
    // What a finding says about an owner must be true of all resources of the finding.
    Verdict shared = verdict.foldedWith();
    return new Key(folds.idOf(slot.tally()), shared, slot.place().space(), root != null, whole);
  }

  /**
   * The key of the outermost leaked resource whose close would also close the slot's resource; null
   * if there is none.
   */
  private @Nullable Key wholeOf(SlotEntry slot) {
    for (SlotEntry whole : wholes.of(slot)) {
      Key key =
          keysOfWholes.computeIfAbsent(
              whole.id().index(),
              index -> {
                OpenResource resource = new OpenResource(facts, whole);
                Verdict verdict = Verdicts.of(resource);
                return key(whole, verdict, verdict.root(resource), null);
              });
      if (key.verdict().isLeak(false) && containers.shown(whole) == Shown.FOR_ITSELF) {
        return key;
      }
    }
    return null;
  }

  /**
   * Identifies the finding that the findings with the given whole are part of; null if there is
   * none.
   */
  private @Nullable PartOf partOf(@Nullable Key whole) {
    Evidence folded = whole == null ? null : evidence.get(whole);
    return whole == null || folded == null
        ? null
        : new PartOf(fingerprint(folded.tally()), whole.verdict().ofAll(folded));
  }

  private static String fingerprint(TallyEntry tally) {
    return Fingerprint.of(tally.type(), tally.stack());
  }

  private void noteNextOverdue(OpenResource resource, Verdict verdict) {
    long limit = resource.slot().tally().type().policy().limitNanos();
    if (limit > 0 && verdict == Verdicts.OPEN) {
      nextOverdueNanos = Math.min(nextOverdueNanos, Math.max(0, limit - resource.ageNanos()));
    }
  }

  /**
   * Adds lost resources without slots to the finding of the same type and stack. If all resources
   * with slots of that type and stack are shown as part of another finding, the resources without
   * slots are shown as part of that finding as well.
   */
  private void addFolded() {
    for (TallyEntry tally : facts.tallies()) {
      Evidence like = tally.losses().folded() > 0 ? collectedOf(tally) : null;
      if (like != null) {
        like.addFolded(tally.losses().folded(), tally.losses().foldedBytes());
      }
    }
  }

  private @Nullable Evidence collectedOf(TallyEntry tally) {
    Evidence found = null;
    for (Map.Entry<Key, Evidence> entry : evidence.entrySet()) {
      Key key = entry.getKey();
      boolean same = key.tally() == folds.idOf(tally) && entry.getValue().collected() > 0;
      if (same && (found == null || key.verdict() == Verdicts.LOST)) {
        found = entry.getValue();
      }
    }
    return found;
  }

  private GrowthEvidence growth(SlotEntry slot, Verdict verdict) {
    Cycles.Counts own = cycles.counts();
    TallyEntry tally = folds.groupOf(slot.tally()).sum();
    return verdict.growsWithItsStack()
        ? new GrowthEvidence(
            facts.image(), tally, own, verdict.growsByItself() ? own : ofStack(slot), trends)
        : new GrowthEvidence(facts.image(), tally, own, own, null);
  }

  /** The counts shared by all findings of a type, stack and space. */
  private Cycles.Counts ofStack(SlotEntry slot) {
    return growth
        .computeIfAbsent(folds.idOf(slot.tally()), tally -> new HashMap<>(1))
        .computeIfAbsent(
            Objects.requireNonNullElse(slot.place().space(), ""), space -> cycles.counts());
  }

  /** Counts an open container that is shown only as the owner of something. */
  private void countContainer(SlotEntry slot, Shown shown) {
    TypeEntry type = slot.tally().type();
    boolean open = slot.state() != SlotState.CLOSED_OWNER && shown != Shown.HOLLOW;
    if (open && !type.holder()) {
      String whole = DeviceSpace.of(slot).isMesh() ? "whole-mesh " : "";
      shownContainers.merge(whole + Numbers.spoken(type.name()), 1L, Long::sum);
    }
  }

  /**
   * The number of resources in a finding; if the policy for the verdict is {@code several}, the
   * number of resources of the same type that the same application line opened. The latter includes
   * resources with other verdicts that have this policy, because a dropped client is left open
   * until its thread ends, and lost from then on. This number is 1 if only library code opened the
   * resources, since libraries keep as many resources as they need.
   */
  private long fromLine(Verdict verdict, Evidence folded) {
    if (!isOfSeveral(verdict, folded)) {
      return folded.count();
    }
    if (folded.opening().libraryOnly()) {
      return 1;
    }
    Frame line = folded.opening().yours();
    long count = 0;
    for (Map.Entry<Key, Evidence> entry : evidence.entrySet()) {
      Evidence other = entry.getValue();
      if (isOfSeveral(entry.getKey().verdict(), folded)
          && other.tally().type().name().equals(folded.tally().type().name())
          && Objects.equals(other.opening().yours(), line)) {
        count += other.count();
      }
    }
    return count;
  }

  private static boolean isOfSeveral(Verdict verdict, Evidence folded) {
    String word = folded.tally().type().policy().wordFor(verdict.name());
    return !verdict.isReclaimed() && TypePolicies.SEVERAL.equals(word);
  }

  private Finding finding(Verdict verdict, Evidence folded, @Nullable PartOf partOf) {
    TallyEntry tally = folded.tally();
    boolean growing = folded.isGrowing();
    RulePolicy policy = RulePolicy.of(tally.type(), verdict, fromLine(verdict, folded));
    boolean leak = policy.isLeak(growing);
    boolean guess = verdict.isGuess(folded) && !policy.allows(growing);
    Whose whose = Whose.of(folded);
    ClosedViews.Count viewed =
        verdict.isReclaimed() ? ClosedViews.NONE : views.openedWith(tally.type(), folded.opening());
    return new Finding(
        new Finding.Identity(
            fingerprint(tally), tally.type(), folded.opening(), folded.stacks(), whose, partOf),
        new Finding.Judgement(
            verdict,
            leak,
            growing,
            confidence.levelOf(tally.type(), guess, verdict.isUndecided()),
            null,
            null),
        folded.amount(viewed.opened(), viewed.closed()),
        folded.location(),
        folded.ownership(verdict.shownWith(folded), verdict.heldBy(folded)),
        new Finding.Oldest(folded.oldestOpenedNanos(), folded.oldestNanos()),
        new Finding.Explanation(
            why(verdict, folded, policy, leak ? whose : null),
            policy.allows(growing) ? Advice.NONE : fix(verdict, folded, leak ? whose : null),
            CloseSite.of(folded),
            folded.growth()),
        folded.shares(),
        folded.listed());
  }

  /**
   * The advice of the verdict; if only a library or the JDK could close the resources, the advice
   * to avoid the call that opened them.
   */
  private static Advice fix(Verdict verdict, Evidence folded, @Nullable Whose whose) {
    return whose == null || whose.call() == null
        ? verdict.fix(folded)
        : Advice.of(new Step.AvoidCall(whose.call()));
  }

  private static List<Reason> why(
      Verdict verdict, Evidence folded, RulePolicy policy, @Nullable Whose whose) {
    List<Reason> why = new ArrayList<>(verdict.why(folded));
    if (whose != null && whose.call() != null) {
      why.add(new StateReason.OpenedForItself(whose.call(), whose.jar()));
    }
    why.addAll(folded.whyGrowing());
    why.addAll(folded.location().references().why(folded.count()));
    String unseen = folded.tally().type().closing().unseen();
    if (unseen != null && verdict != Verdicts.UNSEEN_CLOSE) {
      why.add(new RuleReason.MayBeClosedUnseen(unseen));
    }
    Reason said = policy.why();
    if (said != null) {
      why.add(said);
    }
    return List.copyOf(why);
  }
}
